// The page of the reference: a frame for Scalar's, which the script fills.
import { version } from '../version'

/**
 * Scripts of ours alone; nothing is fetched from elsewhere, and calls that people try out go to this server. Scalar puts its
 * styles into the page itself.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** What Scalar is told. Whatever would call its makers, or offer their services, is off. */
const configuration = {
  url: '/api/docs/json',
  theme: 'none',
  layout: 'modern',
  telemetry: false,
  withDefaultFonts: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'direct',
  // With all of them open, the page would be long to make.
  defaultOpenAllTags: false,
  hideModels: true,
  // The examples are ours, in three languages, and were run: test/api-reference-examples.test.ts.
  hiddenClients: true,
}

/** @param script the name of the script, beside the page */
export function referencePage(script: string): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Confab API ${Bun.escapeHTML(version)}</title>
</head>
<body>
<noscript>This page needs JavaScript; <a href="/api/docs/json">the same as an OpenAPI document</a> does not.</noscript>
<div id="api-reference" data-configuration="${Bun.escapeHTML(JSON.stringify(configuration))}"></div>
<script src="/api/docs/${script}" defer></script>
</body>
</html>
`
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    },
  })
}
