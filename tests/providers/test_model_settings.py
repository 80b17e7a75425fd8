"""The table [models]: what it takes, what it refuses, what holds where it says nothing."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from answerable.kernel.errors import BadSetting
from answerable.kernel.settings import load_settings
from answerable.providers.model_settings import Endpoint, ModelSettings, load_model_settings
from answerable.providers.open_model import open_model
from answerable.providers.spend.price_table import Price, price_of

WHOLE = """
chat_rows = 7
[models]
engine = "openai:gpt-5"
fallback = ["anthropic:claude-haiku-4-5", "embedded"]
blind = true
question_cost = 0.1
base_url = "http://127.0.0.1:1234/v1"
[models.openai]
key_variable = "OUR_KEY"
[models.openai-compatible]
structured_output = "no"
[models.prices."openai:gpt-5"]
prompt = 1
reply = 2.5
"""


def written(folder: Path, text: str) -> Path:
    (folder / "answerable.toml").write_text(text)
    return folder


def test_the_whole_table_is_read(tmp_path: Path) -> None:
    folder = written(tmp_path, WHOLE)
    settings = load_model_settings(folder, {"ANSWERABLE_MODELS_QUESTION_COST": "0.2"})
    assert settings.fallback_specs == ("anthropic:claude-haiku-4-5",)
    assert (settings.blind, settings.question_cost) == (True, 0.2)
    assert settings.endpoint("openai") == Endpoint(key_variable="OUR_KEY")
    compatible = settings.endpoint("openai-compatible")
    assert (compatible.base_url, compatible.structured_output) == ("http://127.0.0.1:1234/v1", "no")
    assert settings.prices == {"openai:gpt-5": Price(1, 2.5)}
    assert load_settings(folder, {}).engine == "openai:gpt-5"
    assert load_settings(folder, {"ANSWERABLE_ENGINE": "embedded"}).engine == "embedded"


def test_without_a_table_the_defaults_hold(tmp_path: Path) -> None:
    assert load_model_settings(tmp_path, {}) == ModelSettings()
    assert load_settings(tmp_path, {}).engine == "embedded"


def test_an_engine_at_the_top_goes_before_that_of_the_table(tmp_path: Path) -> None:
    folder = written(tmp_path, 'engine = "embedded"\n[models]\nengine = "openai:gpt-5"\n')
    assert load_settings(folder, {}).engine == "embedded"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[models]\nblinde = true", "unknown setting 'blinde'"),
        ("[models]\nsees = 'everything'", "'everything' is not one of auto, schema, values, rows"),
        ("[models]\nquestion_calls = 0", "0 is out of range"),
        ("[models]\nfallback = 'gemini'", "there is no provider 'gemini'"),
        ("[models]\nfallback = 'google:'", "names no model"),
        ("[models]\nopenai = 1", "'models.openai' is not a table"),
        ("[models.openai]\nkey = 'sk-1'", "unknown setting 'key'"),
        ("[models.prices]\n'a:b' = 3", "'3' is no price"),
        ("[models.prices.'a:b']\nprompt = -1\nreply = 1", "is no price"),
        ("[models.prices.'a:b']\nprompt = 1", "is no price"),
        ("models = 3", "'models' is not a table"),
    ],
)
def test_a_bad_value_is_named(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(BadSetting) as caught:
        load_model_settings(written(tmp_path, text), {})
    assert complaint in caught.value.line()


@pytest.mark.parametrize("table", [ModelSettings, Endpoint])
def test_every_setting_has_help_and_every_number_a_limit(table: type) -> None:
    for item in fields(table):
        assert item.metadata["help"]
        assert item.name in ("endpoints", "prices") or isinstance(item.default, str | bool) or item.metadata["most"]


@pytest.mark.parametrize("spec", ["gemini:x", "openai", "openai:", "", "embedded", ":x"])
def test_what_names_no_model_is_refused(spec: str) -> None:
    with pytest.raises(BadSetting):
        open_model(spec, ModelSettings())


@pytest.mark.parametrize(
    ("spec", "url", "is_remote", "sees"),
    [
        ("openai:gpt-5", "", True, "schema"),
        ("openai:gpt-5", "http://127.0.0.1:9", True, "schema"),
        ("openai-compatible:x", "http://localhost:1/v1", False, "values"),
        ("openai-compatible:x", "http://[::1]:1/v1", False, "values"),
        ("openai-compatible:x", "http://127.0.0.1.example.com/v1", True, "schema"),
        ("openai-compatible:x", "https://models.example.com/v1", True, "schema"),
        ("local:qwen2.5-coder-0.5b", "", False, "values"),
    ],
)
def test_what_leaves_the_machine_is_known_by_the_address(spec: str, url: str, is_remote: bool, sees: str) -> None:
    provider = spec.partition(":")[0]
    settings = ModelSettings(endpoints={provider: Endpoint(base_url=url)})
    model = open_model(spec, settings)
    assert (model.is_remote, settings.may_see(model), model.name) == (is_remote, sees, spec)


def test_prices_come_from_settings_then_the_list_then_the_dearest() -> None:
    assert price_of("openai:gpt-4o-mini", {"openai:gpt-4o-mini": Price(9, 9)}) == Price(9, 9)
    listed = price_of("openai:gpt-4o-mini", {})
    assert price_of("openai:gpt-4o-mini-2024-07-18", {}) == listed
    assert price_of("openai:gpt-9", {}).reply >= max(listed.reply, 50)
    assert price_of("openai-compatible:gpt-4o-mini", {}) == Price()
    assert price_of("local:x.gguf", {}) == Price()


def test_a_price_counts_cached_tokens_apart() -> None:
    price = Price(prompt=2.0, reply=10.0, cached=0.5)
    assert price.cost(1_000_000, 100_000) == pytest.approx(3.0)
    assert price.cost(1_000_000, 0, cached_tokens=1_000_000) == pytest.approx(0.5)
    assert price.cost(1_000_000, 0, kept_tokens=1_000_000) == pytest.approx(2.5)
