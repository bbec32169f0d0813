"""Pages in the markup of content management systems around one story, with the article, optional parts and boilerplate marked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape

from tests.quality.webpages.texts import BY_LANGUAGE, STORIES, Story


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page's HTML, the blocks that must be read (`expected`), those that may be (`either`: bylines, captions), and those that
    must not be."""

    name: str
    language: str
    html: str
    expected: tuple[str, ...]
    either: tuple[str, ...]
    unwanted: tuple[str, ...]


Template = Callable[[Story], tuple[str, Sequence[str], Sequence[str]]]


def _p(paragraphs: Sequence[str], start: str = "<p>", end: str = "</p>") -> str:
    return "\n".join(f"{start}{escape(text)}{end}" for text in paragraphs)


def _links(texts: Sequence[str]) -> str:
    return "".join(f'<li><a href="/p/{number}">{escape(text)}</a></li>' for number, text in enumerate(texts))


def _head(story: Story, extra_html: str = "") -> str:
    direction = ' dir="rtl"' if story.language == "ar" else ""
    return (
        f'<!DOCTYPE html><html lang="{story.language}"{direction}><head><meta charset="utf-8"><title>{escape(story.title)} | News</title>{extra_html}'
        "<style>p{margin:0}</style><script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}</script></head>"
    )


def _comments(story: Story, tag: str = "div", css: str = "comment-content") -> str:
    return "".join(f'<{tag} class="{css}"><p>{escape(text)}</p></{tag}>' for text in story.comments)


def _plain(story: Story) -> list[str]:
    return [story.title, *story.body]


def wordpress(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body class="post-template-default single single-post cookies-not-set"><div id="page" class="site">'
        f'<a class="skip-link screen-reader-text" href="#content">{story.menu[0]}</a><header id="masthead"><nav id="site-navigation" class="main-navigation">'
        f'<ul id="primary-menu">{_links(story.menu)}</ul></nav></header><div id="content"><main id="main"><article id="post-811" class="post type-post">'
        f'<header class="entry-header"><h1 class="entry-title">{escape(story.title)}</h1><div class="entry-meta"><span class="posted-on">{story.printed}</span>'
        f' <span class="byline">{story.author}</span></div></header><div class="entry-content">{_p(story.body)}'
        f'<div class="sharedaddy sd-sharing-enabled"><h3>Facebook</h3><ul><li><a href="#">Twitter</a></li><li><a href="#">WhatsApp</a></li></ul></div>'
        f'<div id="jp-relatedposts" class="jp-relatedposts"><ul>{_links(story.related)}</ul></div></div></article>'
        f'<div id="comments" class="comments-area"><h2 class="comments-title">3</h2><ol class="comment-list">{_comments(story, "li", "comment even")}</ol>'
        f'<div id="respond"><form id="commentform"><p>{story.menu[-1]}</p><textarea></textarea></form></div></div></main>'
        f'<aside id="secondary" class="widget-area"><section class="widget"><p>{escape(story.newsletter)}</p><form><input type="email"></form></section></aside></div>'
        f'<footer id="colophon"><p>{escape(story.footer)}</p></footer></div><div id="cookie-notice" role="dialog"><p>{escape(story.cookies)}</p></div></body></html>'
    )
    return page, _plain(story), [story.printed, story.author]


def elementor(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    def widget(kind: str, inner: str) -> str:
        return f'<div class="elementor-element elementor-widget elementor-widget-{kind}"><div class="elementor-widget-container">{inner}</div></div>'

    page = (
        f'{_head(story)}<body class="elementor-default elementor-page"><div class="elementor elementor-12 elementor-location-header">'
        f"{widget('nav-menu', f'<ul>{_links(story.menu)}</ul>')}</div>"
        f'<div class="elementor elementor-77 elementor-location-single">{widget("theme-post-title", f"<h1>{escape(story.title)}</h1>")}'
        f"{widget('post-info', f'<ul><li>{story.author}</li><li>{story.printed}</li></ul>')}{widget('theme-post-content', _p(story.body))}"
        f"{widget('post-navigation', f'<a href=/x>{escape(story.related[0])}</a>')}{widget('posts', f'<ul>{_links(story.related[1:])}</ul>')}</div>"
        f'<div class="elementor elementor-location-footer">{widget("text-editor", f"<p>{escape(story.footer)}</p>")}'
        f"{widget('form', f'<form><p>{escape(story.newsletter)}</p><input></form>')}</div>"
        f'<div id="cookie-law-info-bar"><span>{escape(story.cookies)}</span></div></body></html>'
    )
    return page, _plain(story), [story.printed, story.author]


def arc(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    first, *paragraphs = story.body
    page = (
        f'{_head(story)}<body><div id="fusion-app"><header class="b-header"><nav aria-label="Sections"><ul>{_links(story.menu)}</ul></nav></header>'
        f'<main class="b-article-main"><article class="article-body-wrapper"><h1 class="b-headline">{escape(story.title)}</h1><div class="b-byline">'
        f'<span>{story.author}</span> <time datetime="x">{story.printed}</time></div><div class="b-article-body"><p class="c-paragraph">{escape(first)}</p>'
        f'<div class="b-newsletter-promo"><h4>{story.menu[-1]}</h4><p>{escape(story.newsletter)}</p><form><input></form></div>{_p(paragraphs[:2])}'
        f'<div class="interstitial-link"><p><a href="/q">[{escape(story.related[0])}]</a></p></div>{_p(paragraphs[2:])}</div></article>'
        f'<section class="b-most-read"><h2>{story.menu[1]}</h2><ol>{_links(story.related[1:])}</ol></section></main>'
        f'<section data-testid="comments" class="coral-stream">{_comments(story)}</section><footer><p>{escape(story.footer)}</p></footer></div>'
        f'<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" role="alertdialog"><p>{escape(story.cookies)}</p></div></div></body></html>'
    )
    return page, _plain(story), [story.printed, story.author]


def drupal(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body class="path-node page-node-type-article"><div class="dialog-off-canvas-main-canvas"><div class="layout-container">'
        f'<header role="banner"><div class="region region-header">{story.menu[0]}</div></header><div class="region region-breadcrumb"><nav class="breadcrumb"><ol>{_links(story.menu[:2])}</ol></nav></div>'
        f'<main role="main"><div class="layout-content"><div class="region region-content"><div id="block-page-title"><h1>{escape(story.title)}</h1></div>'
        f'<div id="block-system-main"><article role="article" class="node node--type-article node--view-mode-full"><footer class="node__meta"><div class="node__submitted">{story.author}, {story.printed}</div></footer>'
        f'<div class="node__content"><div class="clearfix text-formatted field field--name-body field--type-text-with-summary">{_p(story.body)}</div>'
        f'<section class="field field--name-comment comment-wrapper"><h2>{len(story.comments)}</h2>{_comments(story, "article", "comment js-comment")}</section></div></article></div></div></div>'
        f'<aside class="layout-sidebar-second" role="complementary"><div class="views-element-container block"><h2>{story.menu[2]}</h2><ul>{_links(story.related)}</ul></div></aside></main>'
        f'<footer role="contentinfo"><div class="region region-footer"><p>{escape(story.footer)}</p></div></footer></div></div>'
        f'<div id="sliding-popup" class="eu-cookie-compliance-banner"><h2>{escape(story.cookies)}</h2></div></body></html>'
    )
    return page, _plain(story), [story.printed, story.author]


def aspnet(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body><form method="post" action="./Default.aspx" id="aspnetForm"><div class="aspNetHidden"><input type="hidden" name="__VIEWSTATE" value="abc"></div>'
        f'<div id="ctl00_header"><ul class="topmenu">{_links(story.menu)}</ul><input type="text" id="ctl00_search"><input type="submit" value="OK"></div>'
        f'<div id="ctl00_ContentPlaceHolder1_pnlArticle"><h1><span id="ctl00_lblTitle">{escape(story.title)}</span></h1><span id="ctl00_lblDate">{story.printed}</span>'
        f'<div id="ctl00_divText">{_p(story.body)}</div></div><div id="ctl00_pnlRelated"><ul>{_links(story.related)}</ul></div>'
        f'<div id="ctl00_footer"><p>{escape(story.footer)}</p></div></form></body></html>'
    )
    return page, _plain(story), [story.printed]


def amp(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'<!doctype html><html amp lang="{story.language}"><head><meta charset="utf-8"><script async src="https://cdn.example/v0.js"></script><title>{escape(story.title)}</title>'
        f'<style amp-boilerplate>body{{}}</style></head><body><amp-sidebar id="sb" layout="nodisplay"><ul>{_links(story.menu)}</ul></amp-sidebar>'
        f'<amp-consent id="c" layout="nodisplay"><div id="consentDialog"><p>{escape(story.cookies)}</p><button>OK</button></div></amp-consent>'
        f'<article class="amp-wp-article"><header class="amp-wp-article-header"><h1 class="amp-wp-title">{escape(story.title)}</h1><div class="amp-wp-meta"><time>{story.printed}</time> {story.author}</div></header>'
        f'<figure><amp-img src="x.jpg" width="1" height="1"></amp-img></figure><div class="amp-wp-article-content">{_p(story.body[:3])}<amp-ad width="3" height="2"></amp-ad>{_p(story.body[3:])}</div>'
        f'<footer class="amp-wp-article-footer"><ul>{_links(story.related)}</ul></footer></article><amp-list src="/r.json"><p>{escape(story.newsletter)}</p></amp-list>'
        f'<footer class="amp-wp-footer"><p>{escape(story.footer)}</p></footer></body></html>'
    )
    return page, _plain(story), [story.printed, story.author]


def medium(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body><div id="root"><div class="a b c"><div class="d e f"><a href="/">{story.menu[0]}</a><a href="/s">{story.menu[-1]}</a></div>'
        f'<article><div class="l m"><section><div><div class="gl n"><h1 id="1f" class="pw-post-title ho">{escape(story.title)}</h1><div class="ab ac"><a href="/@a">{story.author}</a><span>{story.printed}</span>'
        f'</div></div>{_p(story.body, "<p class=pw-post-body-paragraph>")}</div></section></div></article><div class="pw-multi-vote"><span>214</span></div>'
        f'<div class="responses"><h2>3</h2>{_comments(story, "div", "ff")}</div><div class="ab ca"><h2>{story.menu[1]}</h2>'
        + "".join(f"<div><a href=/x><h2>{escape(text)}</h2></a></div>" for text in story.related)
        + f"</div><div class='fo'><p>{escape(story.newsletter)}</p><input></div></div></div></body></html>"
    )
    return page, _plain(story), [story.printed, story.author]


def factcheck(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    claim, *paragraphs = story.body
    sources = (
        "City council, minutes of the meeting, item 7",
        "State auditor, letter to the editors",
        "Interview with the treasurer by phone",
    )
    page = (
        f'{_head(story)}<body><header class="o-header"><nav><ul>{_links(story.menu)}</ul></nav></header><main class="global-content"><div class="m-statement m-statement--is-large">'
        f'<div class="m-statement__meta"><a href="/p">{story.author}</a><div class="m-statement__desc">{story.printed}</div></div><div class="m-statement__quote-wrap"><div class="m-statement__quote">{escape(claim)}</div></div></div>'
        f'<h1 class="c-title">{escape(story.title)}</h1><div class="m-author">{story.author}</div><article class="m-textblock">{_p(paragraphs)}</article>'
        f'<section class="m-list"><h2>{story.menu[2]}</h2><article class="m-superbox"><ul>{"".join(f"<li><p>{text}</p></li>" for text in sources)}</ul></article></section>'
        f'<section class="o-platform"><h2>{story.menu[3]}</h2><ul>{_links(story.related)}</ul></section></main><section class="o-pick"><p>{escape(story.newsletter)}</p><form><input></form></section>'
        f'<footer class="o-footer"><p>{escape(story.footer)}</p></footer><div class="cc-window cc-banner" role="dialog"><span>{escape(story.cookies)}</span></div></body></html>'
    )
    return page, [story.title, *paragraphs], [story.printed, story.author, story.author, claim, *sources]


def rated(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    first, *paragraphs = story.body
    page = (
        f'{_head(story)}<body><div class="nav_wrapper"><ul>{_links(story.menu)}</ul></div><main id="article_main"><div id="fact_check_rating_container"><div class="claim_wrapper"><h3>{story.menu[1]}</h3><div class="claim_cont">{escape(first)}</div></div>'
        f'<div class="rating_wrapper"><div class="rating_title_wrap">{escape(paragraphs[-1])}</div></div></div><section class="title-container"><h1>{escape(story.title)}</h1><div class="author_name">{story.author}</div><h3 class="publish_date">{story.printed}</h3></section>'
        f'<article id="article-content">{_p(paragraphs)}</article><div class="recirc"><ul>{_links(story.related)}</ul></div></main>'
        f'<div class="newsletter_signup"><p>{escape(story.newsletter)}</p><form><input></form></div><footer><p>{escape(story.footer)}</p></footer></body></html>'
    )
    return page, [story.title, *paragraphs], [story.printed, story.author, first, paragraphs[-1]]


def liveblog(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    entries = "".join(
        f'<div class="live-blog__post" id="p{number}"><div class="live-blog__time"><time datetime="2023-02-01T1{number}:05:00Z">1{number}.05</time></div>'
        f'<div class="live-blog__body"><p>{escape(text)}</p></div><ul class="live-blog__share"><li><a href=#>Facebook</a></li><li><a href=#>X</a></li><li><a href=#>E-mail</a></li></ul></div>'
        for number, text in enumerate(story.body)
    )
    page = (
        f'{_head(story)}<body><header><nav><ul>{_links(story.menu)}</ul></nav></header><main><h1>{escape(story.title)}</h1><p class="byline">{story.author}</p><div class="live-blog">{entries}</div>'
        f'</main><aside><h2>{story.menu[1]}</h2><ul>{_links(story.related)}</ul></aside><footer><p>{escape(story.footer)}</p></footer><div class="cookie-banner"><p>{escape(story.cookies)}</p></div></body></html>'
    )
    return page, _plain(story), [story.author, *(f"1{number}.05" for number in range(len(story.body)))]


def forum(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    posts = "".join(
        f'<div class="post has-profile bg1" id="p{number}"><dl class="postprofile"><dt><a href="/u/{number}">user{number}</a></dt><dd>Posts: 1{number}</dd></dl>'
        f'<div class="postbody"><h3><a href="#p{number}">Re</a></h3><p class="author">user{number}</p><div class="content">{escape(text)}</div></div></div>'
        for number, text in enumerate(story.body)
    )
    page = (
        f'{_head(story)}<body id="phpbb" class="nojs section-viewtopic"><div id="wrap"><div id="page-header"><ul id="nav-main" class="nav-main linklist">{_links(story.menu)}</ul></div>'
        f'<div id="page-body" role="main"><h2 class="topic-title"><a href="/t">{escape(story.title)}</a></h2>{posts}<div class="action-bar"><a href="/r">{story.menu[-1]}</a></div></div>'
        f'<div id="page-footer"><div class="copyright"><p>{escape(story.footer)}</p></div></div></div></body></html>'
    )
    either = [word for number in range(len(story.body)) for word in (f"user{number}", f"user{number}", f"Posts: 1{number}", "Re")]
    return page, _plain(story), either


def blogger(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body><div class="tabs"><ul>{_links(story.menu)}</ul></div><div class="main section" id="main"><div class="date-outer"><h2 class="date-header"><span>{story.printed}</span></h2>'
        f'<div class="post hentry"><h3 class="post-title entry-title">{escape(story.title)}</h3><div class="post-body entry-content">{"<br /><br />".join(map(escape, story.body))}<div style="clear: both;"></div></div>'
        f'<div class="post-footer"><span class="post-author">{story.author}</span></div></div><div class="comments" id="comments"><h4>3</h4><dl id="comments-block">'
        + "".join(f'<dt class="comment-author">x</dt><dd class="comment-body"><p>{escape(text)}</p></dd>' for text in story.comments)
        + f'</dl></div></div></div><div class="sidebar section"><div class="widget PopularPosts"><ul>{_links(story.related)}</ul></div><div class="widget Text"><p>{escape(story.newsletter)}</p></div></div>'
        f'<div id="cookieChoiceInfo"><span>{escape(story.cookies)}</span></div></body></html>'
    )
    return page, _plain(story), [story.printed, story.author]


def tables(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f"<html><head><title>{escape(story.title)}</title></head><body bgcolor=white><table width=760><tr><td colspan=3><img src=logo.gif><font size=1>"
        + " | ".join(f"<a href=/{number}>{text}</a>" for number, text in enumerate(story.menu))
        + f"</font></td></tr><tr><td width=130 valign=top><font size=2>{'<br>'.join(f'<a href=/r>{escape(text)}</a>' for text in story.related)}</font></td>"
        f"<td valign=top><font size=5><b>{escape(story.title)}</b></font><br><i>{story.author}, {story.printed}</i><p>{'<p>'.join(map(escape, story.body))}</td><td width=120><font size=1>{escape(story.newsletter)}</font></td></tr>"
        f"<tr><td colspan=3 align=center><font size=1>{escape(story.footer)}</font></td></tr></table></body></html>"
    )
    return page, _plain(story), [story.author, story.printed, ","]


def hashed(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body><div id="__next"><div class="css-1q2w3e"><div class="css-9x8y7z">{"".join(f"<a class=css-a1 href=/{number}>{text}</a>" for number, text in enumerate(story.menu))}</div>'
        f'<div class="css-55aa"><div class="css-h1">{escape(story.title)}</div><div class="css-by">{story.author} · {story.printed}</div><div class="css-body">'
        + "".join(f'<div class="css-para"><span>{escape(text)}</span></div>' for text in story.body)
        + '</div></div><div class="css-rel">'
        + "".join(f'<a href="/r" class="css-card"><div>{escape(text)}</div></a>' for text in story.related)
        + f'</div><div class="css-nl"><div>{escape(story.newsletter)}</div><input></div><div class="css-ft"><div>{escape(story.footer)}</div></div></div></div></body></html>'
    )
    return page, _plain(story), [story.author, story.printed, "·"]


def paywall(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body><header><nav><ul>{_links(story.menu)}</ul></nav></header><main><article><h1>{escape(story.title)}</h1><p class="article-byline">{story.author} {story.printed}</p>'
        f'<div class="article__body">{_p(story.body[:2])}</div><div class="paywall-offer" id="piano-offer"><h3>{story.menu[-1]}</h3><p>{escape(story.newsletter)}</p><button>{story.menu[-1]}</button></div></article>'
        f'<section class="related"><ul>{_links(story.related)}</ul></section></main><footer><p>{escape(story.footer)}</p></footer><div class="sp_message_container"><p>{escape(story.cookies)}</p></div></body></html>'
    )
    return page, [story.title, *story.body[:2]], [story.author, story.printed]


def wiki(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    rows = ("84 million", "91.5 million", "2017", "2021")
    page = (
        f'{_head(story)}<body class="mediawiki ltr"><div id="mw-page-base"></div><div id="content" class="mw-body" role="main"><h1 id="firstHeading">{escape(story.title)}</h1><div id="bodyContent"><div id="mw-content-text"><div class="mw-parser-output">'
        f'<table class="infobox"><tbody>{"".join(f"<tr><th>{story.menu[number]}</th><td>{cell}</td></tr>" for number, cell in enumerate(rows))}</tbody></table>'
        f'<p>{escape(story.body[0])}<sup id="cite_ref-1" class="reference"><a href="#cite_note-1">[1]</a></sup></p><div id="toc" class="toc" role="navigation"><ul>{_links(story.menu[:3])}</ul></div><h2><span class="mw-headline">{story.menu[2]}</span><span class="mw-editsection">[<a href=/e>edit</a>]</span></h2>'
        f'{_p(story.body[1:])}</div></div><div id="catlinks" class="catlinks"><ul>{_links(story.menu[3:6])}</ul></div></div></div>'
        f'<div id="mw-navigation"><ul>{_links(story.menu)}</ul></div><div id="footer" role="contentinfo"><ul><li>{escape(story.footer)}</li></ul></div></body></html>'
    )
    return page, _plain(story), [*rows, *story.menu[:4], story.menu[2], "[edit]", *story.menu[:3], "[1]"]


def release(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    notes = ("1 Annual accounts of the city, chapter 12, page 88.", "2 Letter of the auditor, which is public since last week.")
    page = (
        f'{_head(story)}<body><div class="gov-banner"><p>{story.menu[0]}</p></div><div class="breadcrumbs"><ul>{_links(story.menu[:3])}</ul></div><div class="container"><div class="row"><div class="col-md-8"><h1 class="page-title">{escape(story.title)}</h1>'
        f'<p class="date">{story.printed}</p><div class="press-release-body">{_p(story.body)}<hr><div class="footnotes">{"".join(f"<p class=footnote>{text}</p>" for text in notes)}</div></div></div>'
        f'<div class="col-md-4 sidebar"><h3>{story.menu[1]}</h3><ul>{_links(story.related)}</ul></div></div></div><div class="site-footer"><p>{escape(story.footer)}</p></div>'
        f'<div class="global-cookie-message"><p>{escape(story.cookies)}</p></div></body></html>'
    )
    return page, [*_plain(story), *notes], [story.printed]


def details(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    questions = story.related
    page = (
        f"{_head(story)}<body><header><ul>{_links(story.menu)}</ul></header><main><h1>{escape(story.title)}</h1><p>{escape(story.body[0])}</p>"
        + "".join(
            f"<details><summary>{escape(question)}</summary><div><p>{escape(text)}</p></div></details>"
            for question, text in zip(questions, story.body[1:], strict=True)
        )
        + f'</main><footer><p>{escape(story.footer)}</p></footer><dialog open class="consent"><p>{escape(story.cookies)}</p></dialog></body></html>'
    )
    return page, [*_plain(story), *questions], []


def srcdoc(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    inner = f"<!DOCTYPE html><html><body><article><h1>{escape(story.title)}</h1>{_p(story.body)}</article></body></html>"
    page = f'{_head(story)}<body><div class="viewer-nav"><ul>{_links(story.menu)}</ul></div><iframe class="document" srcdoc="{escape(inner, quote=True)}"></iframe><footer><p>{escape(story.footer)}</p></footer></body></html>'
    return page, _plain(story), []


def hidden(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body><div class="visually-hidden"><p>{escape(story.newsletter)}</p></div><main><article><h1>{escape(story.title)}</h1>{_p(story.body[:2])}<div style="display:none"><p>{escape(story.related[0])}</p></div>'
        f'<p hidden>{escape(story.related[1])}</p>{_p(story.body[2:])}<div aria-hidden="true"><p>{escape(story.related[2])}</p></div></article></main>'
        f'<div style="visibility: hidden"><p>{escape(story.related[3])}</p></div><template><p>{escape(story.footer)}</p></template></body></html>'
    )
    return page, _plain(story), []


def teasers(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    mixed = "".join(
        f'<p>{escape(text)}</p><div class="read-more"><strong>{story.menu[1]}:</strong> <a href="/x{number}">{escape(story.related[number % 4])}</a></div>'
        for number, text in enumerate(story.body)
    )
    page = (
        f'{_head(story)}<body><div class="top"><ul>{_links(story.menu)}</ul></div><div class="content-wrapper"><h1 class="headline">{escape(story.title)}</h1><div class="info">{story.author} {story.printed}</div><div class="story-text">{mixed}</div>'
        f'<div class="cards">{"".join(f"<div class=card><a href=/c><h3>{escape(text)}</h3></a><p>{escape(comment)}</p></div>" for text, comment in zip(story.related, story.comments, strict=False))}</div></div>'
        f'<div class="bottom"><p>{escape(story.footer)}</p></div><div class="gdpr"><p>{escape(story.cookies)}</p></div></body></html>'
    )
    return page, _plain(story), [story.author, story.printed, *(f"{story.menu[1]}:" for _ in story.body)]


def bare(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    return f"<html><body><h1>{escape(story.title)}</h1>{_p(story.body)}</body></html>", _plain(story), []


def headed(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    first, *paragraphs = story.body
    page = (
        f'{_head(story)}<body><header class="site"><ul>{_links(story.menu)}</ul></header><header class="article-header"><h1>{escape(story.title)}</h1><p class="standfirst">{escape(first)}</p><p class="meta">{story.author}, {story.printed}</p></header>'
        f'<div class="article-text">{_p(paragraphs)}</div><footer class="page"><p>{escape(story.footer)}</p></footer></body></html>'
    )
    return page, _plain(story), [f"{story.author}, {story.printed}"]


def short(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body><nav><ul>{_links(story.menu)}</ul></nav><div class="item"><h1>{escape(story.title)}</h1><div class="text"><p>{escape(story.body[0])}</p></div></div>'
        f'<div class="user-comments" id="comments-list">{_comments(story, "div", "c-item") * 1}</div><div class="more"><ul>{_links(story.related)}</ul></div><footer>{escape(story.footer)}</footer></body></html>'
    )
    return page, [story.title, story.body[0]], []


TURNS = ("ANNA VALE", "TOM BERG", "LESTER HOLT")


def _turns(story: Story) -> list[tuple[str, str]]:
    return [(TURNS[number % 3], text) for number, text in enumerate((*story.body, *story.comments, *story.related))]


def parliament(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    turns = _turns(story)
    page = (
        f'{_head(story)}<body><div id="masthead"><ul>{_links(story.menu)}</ul></div><div class="breadcrumb"><a href=/>{story.menu[0]}</a></div><div id="hansard"><h2>{escape(story.title)}</h2>'
        + "".join(f'<p class="contribution"><b>{name}:</b> {escape(text)}</p>' for name, text in turns)
        + f'</div><div id="footer"><p>{escape(story.footer)}</p></div></body></html>'
    )
    return page, [story.title, *(f"{name}: {text}" for name, text in turns)], []


def definitions(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    turns = _turns(story)
    page = (
        f'{_head(story)}<body><nav><ul>{_links(story.menu)}</ul></nav><h1>{escape(story.title)}</h1><dl class="transcript">'
        + "".join(f"<dt>{name}</dt><dd>{escape(text)}</dd>" for name, text in turns)
        + f"</dl><footer><p>{escape(story.footer)}</p></footer></body></html>"
    )
    return page, [story.title, *(f"{name} {text}" for name, text in turns)], []


def turn_table(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    turns = _turns(story)
    page = (
        f'{_head(story)}<body><div class="nav"><ul>{_links(story.menu)}</ul></div><h1>{escape(story.title)}</h1><table><thead><tr><th>Time</th><th>Speaker</th><th>Text</th></tr></thead><tbody>'
        + "".join(f"<tr><td>0:{number:02}:10</td><td>{name}</td><td>{escape(text)}</td></tr>" for number, (name, text) in enumerate(turns))
        + f'</tbody></table><div class="foot"><p>{escape(story.footer)}</p></div></body></html>'
    )
    words = [f"0:{number:02}:10 {name} {text}" for number, (name, text) in enumerate(turns)]
    return (
        page,
        [text for _, text in turns],
        [story.title, "Time Speaker Text", *(word.rpartition(name)[0] + name for word, (name, _) in zip(words, turns, strict=True))],
    )


def aside_turns(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    turns = _turns(story)
    page = (
        f'{_head(story)}<body><header><ul>{_links(story.menu)}</ul></header><article><h1>{escape(story.title)}</h1><aside class="transcript">'
        + "".join(f"<p>{name}: {escape(text)}</p>" for name, text in turns)
        + f'</aside></article><div class="cookie-bar"><p>{escape(story.cookies)}</p></div><footer><p>{escape(story.footer)}</p></footer></body></html>'
    )
    return page, [story.title, *(f"{name}: {text}" for name, text in turns)], []


def form_turns(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    turns = _turns(story)
    page = (
        f'{_head(story)}<body><form id="form1" runat="server"><table><tr><td><ul>{_links(story.menu)}</ul></td></tr><tr><td><div class="sitting"><h3>{escape(story.title)}</h3>'
        + "".join(f"<div><span>{name}: </span><span>{escape(text)}</span></div>" for name, text in turns)
        + f"</div></td></tr><tr><td>{escape(story.footer)}</td></tr></table></form></body></html>"
    )
    return page, [story.title, *(f"{name}: {text}" for name, text in turns)], []


def interview(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    pairs = list(zip(story.related, story.body[1:], strict=True))
    page = (
        f"{_head(story)}<body><header><nav><ul>{_links(story.menu)}</ul></nav></header><main><article><h1>{escape(story.title)}</h1><p>{escape(story.body[0])}</p>"
        + "".join(f"<p><strong>{escape(question)}</strong></p><p>{escape(answer)}</p>" for question, answer in pairs)
        + f'</article></main><section id="comments" class="comments">{_comments(story)}</section><footer><p>{escape(story.footer)}</p></footer></body></html>'
    )
    return page, [story.title, story.body[0], *(text for pair in pairs for text in pair)], []


def figures(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    cells = [("2017", "84", "0.4"), ("2018", "85.5", "1.8"), ("2019", "88", "2.9"), ("2020", "90", "2.3"), ("2021", "91.5", "1.7")]
    page = (
        f'{_head(story)}<body><div class="menu"><ul>{_links(story.menu)}</ul></div><div class="main-column"><h1>{escape(story.title)}</h1><p>{escape(story.body[0])}</p><table class="stats"><caption>{escape(story.related[0])}</caption>'
        + "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in cells)
        + f"</table>{_p(story.body[1:3])}</div><div class=footer-links><ul>{_links(story.related[1:])}</ul></div><div id=legal><small>{escape(story.footer)}</small></div></body></html>"
    )
    return page, [*_plain(story)[:4], story.related[0], *(" ".join(row) for row in cells)], []


def lists(story: Story) -> tuple[str, Sequence[str], Sequence[str]]:
    page = (
        f'{_head(story)}<body><header role="banner"><ul>{_links(story.menu)}</ul></header><div id="main-content"><h1>{escape(story.title)}</h1><ol>{"".join(f"<li>{escape(text)}</li>" for text in story.body)}</ol></div>'
        f'<div class="social-share"><a href=#>Facebook</a> <a href=#>Telegram</a></div><section aria-label="more"><ul>{_links(story.related)}</ul></section><div role="contentinfo"><p>{escape(story.footer)}</p></div></body></html>'
    )
    return page, _plain(story), []


_CASES: tuple[tuple[Template, str], ...] = (
    (wordpress, "en es de"), (elementor, "pt it"), (arc, "en fr nl"), (drupal, "pl ru"), (aspnet, "tr en ar"), (amp, "hi es"), (medium, "en ja"),
    (factcheck, "en pt"), (rated, "en it"), (liveblog, "de zh"), (forum, "ru en"), (blogger, "es ar"), (tables, "en tr ja"), (hashed, "fr hi zh"),
    (paywall, "de en"), (wiki, "nl en"), (release, "fr pl"), (details, "pt en"), (srcdoc, "en it"), (hidden, "es hi"), (teasers, "de ru zh"),
    (bare, "en ja ar"), (headed, "fr nl"), (short, "pl en"), (parliament, "en pt zh"), (definitions, "de tr"), (turn_table, "en fr"),
    (aside_turns, "en es"), (form_turns, "en it hi"), (interview, "de ru"), (figures, "en nl"), (lists, "ja pl"),
)  # fmt: skip


def pages() -> list[Page]:
    """Return every page of the set."""
    return [page_of(template, BY_LANGUAGE[language]) for template, languages in _CASES for language in languages.split()]


def page_of(template: Template, story: Story) -> Page:
    """Return the page that a template makes of a story."""
    html, expected, either = template(story)
    site = [story.cookies, story.newsletter, story.footer, *story.comments, *story.related]
    return Page(
        name=f"{template.__name__}-{story.language}",
        language=story.language,
        html=html,
        expected=tuple(expected),
        either=tuple(either),
        unwanted=tuple(text for text in site if escape(text) in html and not any(text in block for block in (*expected, *either))),
    )


__all__ = ["STORIES", "Page", "page_of", "pages"]
