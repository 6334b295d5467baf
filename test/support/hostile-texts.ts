// What those who mean harm type: addresses that run something, and markup in every place that Markdown has for a text.

/** Addresses that no link may have. */
export const hostileTargets = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java&#x09;script:alert(1)',
  'java&NewLine;script:alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;&#x61;vascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript%3Aalert(1)',
  'ｊavascript:alert(1)',
  'java\u00adscript:alert(1)',
  'java\u200bscript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'blob:https://a.b/x',
  'view-source:http://a.b',
  'feed:javascript:alert(1)',
  '//evil.example/x',
  '/\\evil.example/x',
  '\\\\evil.example',
  'http:evil',
  'http:/evil',
  'https://',
  'https:///evil',
  'x:y',
  'about:blank',
  'intent://x#Intent;end',
  'tel:javascript:alert(1)',
  'xmpp:javascript:alert(1)@b',
  'magnet:javascript:alert(1)',
  'matrix:u/"onmouseover=alert(1)',
  'geo:1,1"><b>',
  'http://a:b"@c.de/"><b>',
  'a.de:80/"><b>',
]

/** Markup, and what tries to become some. */
export const hostilePayloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '" onmouseover="alert(1)',
  '<svg/onload=alert(1)>',
  '<!--<img src="--><img src=x onerror=alert(1)//">',
  ']]><x>',
  '</code></pre></div><script>',
  '&lt;script&gt;',
  '&#60;script&#62;',
  '\u2028<b>\u2029',
  '\0<b>\0',
  '\ud800<b>\udc00',
  '<time:"><b>>',
  '${alert(1)}{{x}}',
]
/** Where a text may stand in a message. */
export const hostilePlaces: ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `**${payload}** *${payload}* ~~${payload}~~`,
  (payload) => `\`${payload}\``,
  (payload) => `\`\`\`${payload}\n${payload}\n\`\`\``,
  (payload) => `\`\`\`html ${payload}\n${payload}\n\`\`\``,
  (payload) => `~~~spoiler ${payload}\n${payload}\n~~~`,
  (payload) => `\`\`\`math\n${payload}\n\`\`\`\n$$${payload}$$ $$\\text{${payload}}$$`,
  (payload) =>
    `$$\\href{javascript:alert(1)}{${payload}}$$ $$\\htmlStyle{color:red}{x}$$ $$\\url{${payload}}$$`,
  (payload) => `$$\\includegraphics[alt=${payload}]{javascript:x}$$ $$\\color{red;background:url(x)}{y}$$`,
  (payload) =>
    `@**${payload}** @*${payload}* #**${payload}** #**general>${payload}** #**general>${payload}@1**`,
  (payload) => `:${payload}: <time:${payload}>`,
  (payload) => `[${payload}](http://a.b/${payload} "${payload}") http://a.b/${payload}`,
  (payload) => `[${payload}](/user_uploads/${payload}.png) [x](</user_uploads/${payload}.png>)`,
  (payload) =>
    `[${payload}](/user_uploads/2/q.gif) [${payload}](/user_uploads/2/film.mp4?${payload}) [${payload}](/user_uploads/2/song.mp3)`,
  (payload) => `#${payload} ${payload}#${payload}`,
  (payload) => `| ${payload} | b |\n|---|---|\n| ${payload} | ${payload} |`,
  (payload) => `> ${payload}\n- ${payload}\n# ${payload}\n    ${payload}`,
]

/** Ways to link to an address. */
export function linksTo(target: string): string[] {
  return [
    `[x](${target})`,
    `[x](<${target}>)`,
    `![x](${target})`,
    `<${target}>`,
    target,
    `[x][y]\n\n[y]: ${target}`,
    `[a.png](${target}/a.png)`,
  ]
}

/** All of it, as messages. */
export function hostileTexts(): string[] {
  const placed = hostilePayloads.flatMap((payload) => hostilePlaces.map((place) => place(payload)))
  return [...hostileTargets.flatMap(linksTo), ...placed]
}
