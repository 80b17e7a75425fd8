"""The semantic model in the form that other products read: Open Semantic Interchange."""

from answerable.semantics.interchange.osi_document import OSI_VERSION, ModelledSource, osi_document, osi_text

__all__ = ["OSI_VERSION", "ModelledSource", "osi_document", "osi_text"]
