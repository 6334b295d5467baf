// How mails look as HTML: one column that fits phones, light or dark as the reader has it, in what mail programs understand.
import { html, Html } from '../pages/html'
import type { Inline, Part } from './body'

/** Mail programs that know no style sheets show what stands at the elements; the others get the dark colours from here. */
const sheet = new Html(`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:30rem){.frame{padding:0!important}.sheet{border-radius:0!important;padding:24px 18px!important}}
@media (prefers-color-scheme:dark){
.back{background:#12161d!important}.sheet{background:#1c222c!important;color:#e8ecf2!important}
.soft{color:#a3adbc!important}.sheet a{color:#8ab4f8!important}.sheet a.button{background:#8ab4f8!important;color:#0d1b30!important}
.box{background:#12161d!important;border-color:#6b7686!important}.rule{border-color:#3a4352!important}
}</style>`)

const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'
const wrap = 'overflow-wrap:anywhere;word-break:break-word'
const linkColor = 'color:#1f5fbf'
const boxStyle = 'background:#eef1f5;border-left:4px solid #8b95a5;border-radius:6px;padding:12px 16px'

/**
 * A mail as a whole document.
 * @param organization its name
 * @param foot why the mail has come, below everything else
 */
export function htmlDocument(
  { subject, organization }: { subject: string; organization: string },
  body: readonly Part[],
  foot: readonly Part[],
): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        ${sheet}
      </head>
      <body class="back" style="margin:0;padding:0;background:#eef1f5">
        <table
          role="presentation"
          class="back"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#eef1f5"
        >
          <tr>
            <td class="frame" align="center" style="padding:24px 12px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;table-layout:fixed"
              >
                <tr>
                  <td
                    class="sheet"
                    style="background:#ffffff;color:#1a2230;border-radius:12px;padding:28px;${font};font-size:16px;line-height:1.5;${wrap}"
                  >
                    <p class="soft" style="margin:0 0 20px;color:#586274;font-size:14px;font-weight:600">
                      ${organization}
                    </p>
                    ${body.map(partHtml)}
                    <div class="rule" style="border-top:1px solid #d5dae2;margin:28px 0 0;padding:12px 0 0">
                      ${foot.map(partHtml)}
                    </div>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.text
}

function partHtml(part: Part): Html {
  switch (part.kind) {
    case 'paragraph':
      return html`<p style="margin:0 0 16px">${part.content.map(inlineHtml)}</p>`
    case 'note':
      return html`<p class="soft" style="margin:12px 0 0;color:#586274;font-size:14px">
        ${part.content.map(inlineHtml)}
      </p>`
    case 'button':
      return html`<p style="margin:24px 0">
        <a
          class="button"
          href="${part.link.url}"
          style="display:inline-block;background:#1f5fbf;color:#ffffff;font-weight:600;text-decoration:none;border-radius:8px;padding:12px 22px"
          >${part.link.label}</a
        >
      </p>`
    case 'facts':
      return html`<div class="box" style="${boxStyle};margin:0 0 16px">
        ${part.facts.map(([name, value]) => html`<div style="margin:0 0 4px"><span class="soft" style="color:#586274">${name}:</span> ${inlineHtml(value)}</div>`)}
      </div>`
    case 'quote':
      return html`<div class="box" style="${boxStyle};margin:0 0 16px">${linesHtml(part.text)}</div>`
    case 'ready':
      return part.html
  }
}

function linesHtml(text: string): Html[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))
}

function inlineHtml(inline: Inline): Html {
  if (typeof inline === 'string') return html`${inline}`
  return html`<a href="${inline.url}" style="${linkColor}">${inline.label}</a>`
}
