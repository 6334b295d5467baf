// The one page of the web client: an empty frame in its shape, which the scripts fill, and what it may load and run.
import type { PageParts } from './bundle'
import { publicPath } from './bundle-paths'

/**
 * Scripts and styles of ours alone, no script in the page; nothing is fetched from elsewhere. Styles in attributes are those
 * that mathematics and places on the screen need. Texts become HTML only by the one policy for rendered messages;
 * what is pasted is read by another, and never becomes part of the page.
 */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types messages pasted service-worker',
].join('; ')

/**
 * The sheet for mathematics is only named, for the script that needs it: browsers fetch even a style sheet that is disabled.
 * The first script is `async`, so that it waits for no style sheet: it has something to ask the server.
 */
export function clientPage({ script, style, mathStyle, next }: PageParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Confab</title>
<link rel="manifest" href="/manifest.webmanifest">
<link rel="icon" href="/static/images/icon.png">
<link rel="apple-touch-icon" href="/static/images/icon.png">
<link rel="stylesheet" href="${publicPath}${style}">
<meta name="math-style" content="${publicPath}${mathStyle}">
${next.map((name) => `<link rel="modulepreload" href="${publicPath}${name}">`).join('\n')}
<script type="module" src="${publicPath}${script}" async blocking="render"></script>
</head>
<body>
<div id="app"><div class="frame"><div class="side left"></div><div class="view"></div><div class="side right"></div></div></div>
<noscript>Confab in the browser needs JavaScript. Apps and programs of the same protocol work without.</noscript>
</body>
</html>
`
}
