"""Pages of further content management systems, written after the readers, as unseen test data."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tests.quality.webpages.sites import Page, Template, page_of
from tests.quality.webpages.texts import BY_LANGUAGE, Story

Made = tuple[str, Sequence[str], Sequence[str]]


def _head(story: Story) -> str:
    return f'<!doctype html>\n<html lang="{story.language}"><head><meta charset="utf-8"><title>{escape(story.title)} - Site</title></head>'


def _p(texts: Sequence[str], css: str = "") -> str:
    return "".join(f"<p{css}>{escape(text)}</p>\n" for text in texts)


def _li(texts: Sequence[str]) -> str:
    return "".join(f'<li><a href="/a/{index}.html">{escape(text)}</a></li>' for index, text in enumerate(texts))


def _plain(story: Story) -> list[str]:
    return [story.title, *story.body]


def joomla(story: Story) -> Made:
    return (
        f'{_head(story)}<body class="site com_content view-article"><div class="body"><div class="container"><div class="header"><a href="/">{story.menu[0]}</a></div>'
        f'<div class="row-fluid"><div id="sidebar" class="span3"><div class="well"><h3 class="page-header">{story.menu[1]}</h3><ul class="mostread">{_li(story.related)}</ul></div></div>'
        f'<div id="content" class="span6"><div class="item-page" itemscope itemtype="https://schema.org/Article"><div class="page-header"><h2 itemprop="headline">{escape(story.title)}</h2></div>'
        f'<dl class="article-info muted"><dd class="published"><time>{story.printed}</time></dd></dl><div itemprop="articleBody">{_p(story.body)}</div><ul class="pager pagenav">{_li(story.related[:2])}</ul></div></div>'
        f'<div id="aside" class="span3"><div class="well"><div class="custom"><p>{escape(story.newsletter)}</p></div></div></div></div></div></div><div class="footer"><p>{escape(story.footer)}</p></div></body></html>',
        _plain(story),
        [story.printed],
    )


def blocks(story: Story) -> Made:
    text = "".join(
        f'<div data-component="text-block" class="ssrcss-uf6wea-RichTextComponentWrapper"><div class="ssrcss-7uxr49-RichTextContainer"><p class="ssrcss-1q0x1qg-Paragraph">{escape(part)}</p></div></div>'
        for part in story.body
    )
    return (
        f'{_head(story)}<body><div id="root"><header role="banner"><nav><ul>{_li(story.menu)}</ul></nav></header><div id="main-wrapper"><main id="main-content"><article><header><h1 id="main-heading">{escape(story.title)}</h1>'
        f'<div data-component="byline-block">{story.author}<time>{story.printed}</time></div></header>{text}<section data-component="topic-list"><h2>{story.menu[1]}</h2><ul>{_li(story.menu[2:5])}</ul></section></article>'
        f'<div class="ssrcss-related"><h2>{story.menu[2]}</h2>'
        + "".join(f'<div type="article"><a href="/n"><p><span>{escape(text)}</span></p></a></div>' for text in story.related)
        + f'</div></main></div><footer><small>{escape(story.footer)}</small></footer></div><div id="bbccookies-prompt"><p>{escape(story.cookies)}</p></div></body></html>',
        _plain(story),
        [story.author, story.printed],
    )


def columns(story: Story) -> Made:
    parts = "".join(
        f'<div class="css-s99gbd StoryBodyCompanionColumn"><div class="css-53u6y8"><p class="css-at9mc1 evys1bk0">{escape(text)}</p></div></div><div class="ad ad-{index}"><div>Advertisement</div></div>'
        for index, text in enumerate(story.body)
    )
    return (
        f'{_head(story)}<body><div id="app"><header class="css-1d8a290"><ul>{_li(story.menu)}</ul></header><main id="site-content"><article id="story"><h1 data-testid="headline">{escape(story.title)}</h1><p class="css-byline">{story.author}</p>'
        f'<section name="articleBody" class="meteredContent">{parts}</section><div class="bottom-of-article"><div class="css-bio"><p>{escape(story.comments[0])}</p></div></div></article></main>'
        f'<section id="comments-panel">{_p(story.comments[1:])}</section><footer class="css-foot"><p>{escape(story.footer)}</p></footer></div></body></html>',
        _plain(story),
        [story.author, story.comments[0], *["Advertisement"] * len(story.body)],
    )


def inline_related(story: Story) -> Made:
    parts = "".join(
        f'<p class="article__paragraph">{escape(text)}</p>'
        + (
            f'<section class="catcher catcher--inline"><span>{story.menu[1]}</span> <a href="/x">{escape(story.related[index])}</a></section>'
            if index < 3
            else ""
        )
        for index, text in enumerate(story.body)
    )
    return (
        f'{_head(story)}<body><div class="zone zone--header"><ul>{_li(story.menu)}</ul></div><section class="zone zone--article"><header class="article__header"><h1 class="article__title">{escape(story.title)}</h1><p class="meta__date">{story.printed}</p></header>'
        f'<section class="article__wrapper"><article class="article__content old__article-content-single">{parts}<section class="author__card"><p>{story.author}</p></section></article></section></section>'
        f'<section class="zone friend"><h4>{story.menu[2]}</h4><ul>{_li(story.related[3:])}</ul></section><footer id="footer"><p>{escape(story.footer)}</p></footer><div id="gdpr-banner" class="gdpr-lmd-wall"><p>{escape(story.cookies)}</p></div></body></html>',
        _plain(story),
        [story.printed, story.author, *[story.menu[1]] * 3],
    )


def portal(story: Story) -> Made:
    return (
        f'{_head(story)}<body><div class="top-bar"><div class="nav-con">{"".join(f"<a href=/>{text}</a>" for text in story.menu)}</div></div><div class="main-content w1240"><h1 class="main-title">{escape(story.title)}</h1><div class="top-bar-wrap"><span class="date">{story.printed}</span> <span class="source">{story.author}</span></div>'
        f'<div class="article-content clearfix"><div class="article-content-left"><div class="article" id="artibody">{_p(story.body)}<p class="show_author">{story.author}</p></div><div class="article-bottom"><div class="keywords"><a href=/k>{story.menu[2]}</a></div></div>'
        f'<div class="blk-related">{"".join(f"<div><a href=/r>{escape(text)}</a></div>" for text in story.related)}</div></div><div class="article-content-right"><div class="tag">{escape(story.newsletter)}</div></div></div></div><div class="footer"><p>{escape(story.footer)}</p></div></body></html>',
        _plain(story),
        [story.printed, story.author, story.author],
    )


def letter(story: Story) -> Made:
    return (
        f'{_head(story)}<body><div id="entry"><div class="topbar"><a href="/">{story.menu[0]}</a><button>{story.menu[-1]}</button></div><article class="typography newsletter-post post"><div class="post-header"><h1 class="post-title">{escape(story.title)}</h1><div class="byline-wrapper"><a href="/@x">{story.author}</a><div>{story.printed}</div></div></div>'
        f'<div class="available-content"><div dir="auto" class="body markup">{_p(story.body[:3])}<div class="subscription-widget-wrap"><div class="subscription-widget show-subscribe"><p class="preamble">{escape(story.newsletter)}</p><form><input type="email"></form></div></div>{_p(story.body[3:])}</div></div></article>'
        f'<div class="comments-page"><h4>{story.menu[1]}</h4><div class="comment-list">{"".join(f"<div class=comment><div class=comment-body><p>{escape(text)}</p></div></div>" for text in story.comments)}</div></div><div class="portable-archive-list">{"".join(f"<div class=post-preview><a href=/p>{escape(text)}</a></div>" for text in story.related)}</div></div></body></html>',
        _plain(story),
        [story.author, story.printed],
    )


def ghost(story: Story) -> Made:
    return (
        f'{_head(story)}<body class="post-template"><div class="gh-viewport"><header id="gh-navigation" class="gh-navigation"><ul class="nav">{_li(story.menu)}</ul></header><main class="gh-main"><article class="gh-article post"><header class="gh-article-header gh-canvas"><h1 class="gh-article-title">{escape(story.title)}</h1><div class="gh-article-meta"><h4 class="gh-article-author-name">{story.author}</h4><time>{story.printed}</time></div></header>'
        f'<section class="gh-content gh-canvas">{_p(story.body)}<div class="kg-card kg-signup-card"><h2>{story.menu[-1]}</h2><p>{escape(story.newsletter)}</p></div></section></article></main><section class="gh-container is-grid"><h2>{story.menu[1]}</h2>'
        + "".join(
            f'<article class="gh-card post"><a class="gh-card-link" href="/p"><h3 class="gh-card-title">{escape(text)}</h3><p class="gh-card-excerpt">{escape(comment)}</p></a></article>'
            for text, comment in zip(story.related, story.comments, strict=False)
        )
        + f'</section><footer class="gh-footer"><div>{escape(story.footer)}</div></footer></div></body></html>',
        _plain(story),
        [story.author, story.printed],
    )


def builder(story: Story) -> Made:
    def block(inner: str) -> str:
        return f'<div class="sqs-block html-block"><div class="sqs-block-content"><div class="sqs-html-content">{inner}</div></div></div>'

    return (
        f'{_head(story)}<body><div id="siteWrapper"><header id="header"><div class="header-nav">{"".join(f"<a href=/>{text}</a>" for text in story.menu)}</div></header><main id="page"><section class="page-section"><div class="content-wrapper">{block(f"<h1>{escape(story.title)}</h1>")}{block(_p(story.body[:2]))}<div class="sqs-block image-block"><figure><figcaption>{story.author}</figcaption></figure></div>{block(_p(story.body[2:]))}</div></section>'
        f'<section class="page-section"><div class="newsletter-block">{block(f"<p>{escape(story.newsletter)}</p><form><input></form>")}</div></section></main><footer id="footer-sections">{block(f"<p>{escape(story.footer)}</p>")}</footer></div></body></html>',
        _plain(story),
        [story.author],
    )


def notes(story: Story) -> Made:
    parts = "".join(
        f'<div data-block-id="{index}"><div style="display:flex"><div contenteditable="false"><span>{escape(text)}</span></div></div></div>'
        for index, text in enumerate(story.body)
    )
    return (
        f'{_head(story)}<body><div id="notion-app"><div class="notion-topbar"><div>{story.menu[0]}</div></div><div class="notion-frame"><div class="notion-scroller"><div class="whenContentEditable"><div><h1>{escape(story.title)}</h1></div><div class="notion-page-content">{parts}</div></div></div></div></div></body></html>',
        _plain(story),
        [],
    )


def checked(story: Story) -> Made:
    return (
        f'{_head(story)}<body><header><div class="menu-principal"><ul>{_li(story.menu)}</ul></div></header><div class="wrap"><div class="hero"><div class="category"><a href="/c">{story.menu[1]}</a></div><h1>{escape(story.title)}</h1><ul class="keys"><li>{escape(story.body[0])}</li></ul><p class="fecha">{story.printed}</p></div>'
        f'<div class="two-cols"><div class="col-main"><h2>{story.menu[2]}</h2>{_p(story.body[1:3])}<h2>{story.menu[3]}</h2>{_p(story.body[3:])}<div class="whatsapp-box"><p>{escape(story.newsletter)}</p><a href="https://wa.example">WhatsApp</a></div></div>'
        f'<div class="col-side"><div class="last">{"".join(f"<div><h4><a href=/l>{escape(text)}</a></h4></div>" for text in story.related)}</div></div></div></div><footer><p>{escape(story.footer)}</p></footer><div class="cookies-overlay"><p>{escape(story.cookies)}</p></div></body></html>',
        _plain(story),
        [story.menu[2], story.menu[3], story.printed],
    )


def answers(story: Story) -> Made:
    question, *answer_texts = story.body
    return (
        f'{_head(story)}<body class="question-page"><header class="s-topbar"><ol>{_li(story.menu)}</ol></header><div class="container"><div id="content"><div itemscope itemtype="https://schema.org/Question"><h1><a href="/q" class="question-hyperlink">{escape(story.title)}</a></h1><div id="question"><div class="js-post-body s-prose"><p>{escape(question)}</p></div></div>'
        f'<div id="answers">{"".join(f"<div class=answer><div class=js-vote>4</div><div class=js-post-body><p>{escape(text)}</p></div></div>" for text in answer_texts)}</div></div><div id="sidebar"><div class="s-sidebarwidget">{_p(story.related)}</div></div></div></div><footer class="site-footer"><p>{escape(story.footer)}</p></footer></body></html>',
        _plain(story),
        ["4"] * len(answer_texts),
    )


def sections(story: Story) -> Made:
    parts = "".join(
        f'<section class="chapter chapter-{index}"><h2>{story.menu[index]}</h2><div class="chapter-text"><p>{escape(text)}</p></div></section>'
        for index, text in enumerate(story.body)
    )
    return (
        f'{_head(story)}<body><div class="page-nav"><ul>{_li(story.menu)}</ul></div><div class="longread"><div class="cover"><h1>{escape(story.title)}</h1></div>{parts}</div><div class="colophon"><p>{escape(story.footer)}</p></div></body></html>',
        _plain(story),
        list(story.menu[: len(story.body)]),
    )


def printed(story: Story) -> Made:
    return (
        f'{_head(story)}<body onload="window.print()"><h2>{escape(story.title)}</h2><p><i>{story.printed}</i></p>{_p(story.body)}<hr><p>1. {escape(story.related[0])}</p><p>2. {escape(story.related[1])}</p></body></html>',
        [*_plain(story), f"1. {story.related[0]}", f"2. {story.related[1]}"],
        [story.printed],
    )


def crowd(story: Story) -> Made:
    extra_html = "".join(
        f'<li><div class="meta"><b>user</b> 3h</div><div class="msg"><p>{escape(text)}</p></div></li>'
        for text in (*story.comments, *story.comments[::-1])
    )
    return (
        f'{_head(story)}<body><div class="hd"><ul>{_li(story.menu)}</ul></div><div class="bd"><div class="story"><h1>{escape(story.title)}</h1>{_p(story.body)}</div><div class="talk"><h3>6</h3><ul class="thread">{extra_html}</ul></div></div><div class="ft">{escape(story.footer)}</div></body></html>',
        _plain(story),
        ["user 3h"] * 6,
    )


NAMES = ("Anna Vale", "Tom Berg", "Lester Holt")


def _turns(story: Story) -> list[tuple[str, str]]:
    return [(NAMES[index % 3], text) for index, text in enumerate((*story.body, *story.comments, *story.body[:2]))]


def hansard(story: Story) -> Made:
    turns = _turns(story)
    turns_html = "".join(
        f'<div class="debate-item debate-item-contributiondebateitem"><div class="primary-text"><a class="attributed-to-details" href="/m">{name}</a></div><div class="secondary-text">(Party)</div><div class="content"><p class="hs_Para">{escape(text)}</p></div></div>'
        for name, text in turns
    )
    return (
        f'{_head(story)}<body><header><nav><ul>{_li(story.menu)}</ul></nav></header><main id="main"><div class="hero-banner"><h1>{escape(story.title)}</h1></div><article class="primary-content">{turns_html}</article></main><footer><p>{escape(story.footer)}</p></footer><div class="cookie-banner" id="cookie"><p>{escape(story.cookies)}</p></div></body></html>',
        [story.title, *(text for _, text in turns)],
        [part for name, _ in turns for part in (name, "Party")],
    )


def cabinet(story: Story) -> Made:
    turns = _turns(story)
    turns_html = "".join(
        f"<p><strong>{name.upper()}:</strong> {escape(text)}</p><p>{escape(text[::-1][:40][::-1])}</p>" for name, text in turns
    )
    return (
        f'{_head(story)}<body><div class="sfc-head"><ul>{_li(story.menu)}</ul></div><form name="form" id="form"><div class="rgMasterTable"><div class="transcript-slide message"><h1>{escape(story.title)}</h1>{turns_html}</div></div><div class="search"><input type="text"></div></form><div class="foot-note"><p>{escape(story.footer)}</p></div></body></html>',
        [story.title, *(f"{name.upper()}: {text} {text[::-1][:40][::-1]}" for name, text in turns)],
        [],
    )


def record(story: Story) -> Made:
    lines = "\n\n".join(f"    Mr. {name.split()[1].upper()}. {text}" for name, text in _turns(story))
    return (
        f"{_head(story)}<body><pre>\n[Record Volume 1]\n{escape(story.title)}\n\n{escape(lines)}\n</pre></body></html>",
        [story.title, *(f"Mr. {name.split()[1].upper()}. {text}" for name, text in _turns(story))],
        ["Record Volume 1"],
    )


def plenary(story: Story) -> Made:
    rows = "".join(
        f'<tr><td colspan="2"><p class="contents"><span class="doc_subtitle_level1_bis"><b>{name}</b> (PPE). </span> – {escape(text)}</p></td></tr>'
        for name, text in _turns(story)
    )
    return (
        f'{_head(story)}<body><table width="100%"><tr><td class="nav">{"".join(f"<a href=/>{text}</a> " for text in story.menu)}</td></tr></table><table class="doc_box_header"><tr><td class="doc_title">{escape(story.title)}</td></tr></table><table>{rows}</table><table><tr><td class="footer_ep"><p>{escape(story.footer)}</p></td></tr></table></body></html>',
        [*(f"{name} (PPE). – {text}" for name, text in _turns(story))],
        [story.title],
    )


def captions(story: Story) -> Made:
    rows = "".join(
        f'<div class="segment"><div class="segment-timestamp">0:{second:02}</div><div class="segment-text">{escape(text)}</div></div>'
        for second, text in enumerate((*story.body, *story.comments))
    )
    return (
        f'{_head(story)}<body><div id="masthead">{"".join(f"<a href=/>{text}</a>" for text in story.menu)}</div><div id="primary"><h1>{escape(story.title)}</h1><div id="transcript">{rows}</div></div><div id="secondary">{"".join(f"<a href=/v><span>{escape(text)}</span></a>" for text in story.related)}</div></body></html>',
        [story.title, *story.body, *story.comments],
        [f"0:{second:02}" for second in range(len(story.body) + len(story.comments))],
    )


_CASES: tuple[tuple[Template, str], ...] = (
    (joomla, "es ru"), (blocks, "en hi"), (columns, "en fr"), (inline_related, "fr de"), (portal, "zh tr"), (letter, "en pt"), (ghost, "de it"),
    (builder, "nl en"), (notes, "en ja"), (checked, "es it"), (answers, "en ru"), (sections, "pl en"), (printed, "pt ar"), (crowd, "tr en"),
    (hansard, "en fr"), (cabinet, "en es"), (record, "en"), (plenary, "it de"), (captions, "en zh"),
)  # fmt: skip


def further_pages() -> list[Page]:
    """Return every page of this second set."""
    return [page_of(template, BY_LANGUAGE[language]) for template, languages in _CASES for language in languages.split()]
