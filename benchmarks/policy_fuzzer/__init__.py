"""A judge of the policy: random schemas, policies and SELECTs on real engines, judged by non-interference.

Databases that differ only in what the policy hides must give the same outcome to every statement that the guard lets
through. The order of a case: `schemas` and `policies` make it, `twins` fills its databases, `engines` builds them,
`product` opens them as the product does, `queries` and `mutations` write statements, `verdicts` compares the outcomes,
`shrinking` makes a failure short, `failures` writes it down, `rounds` ties all of it together.
"""
