"""A page that says what is wrong with an address, and where to go instead."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from answerable.web.pages.page_look import look
from answerable.web.pages.page_words import words
from answerable.web.request_language import request_language

__all__ = ["problem_page"]


def problem_page(request: HttpRequest, status: int, problem: str) -> HttpResponse:
    """`problem` is the key of its title; `problem_words` has the sentence below it."""
    lang = request_language()
    said = {"title": words(lang)[problem], "explanation": words(lang)[f"{problem}_words"]}
    return render(request, "pages/problem.html", {**look(request, lang), **said}, status=status)
