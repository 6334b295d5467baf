// An example of a call as text, for curl, Python and JavaScript: with what comes with each of them, and no further library.

/** A call, ready to be written. */
export interface SampledCall {
  method: string
  /** The whole address. */
  url: string
  /** Undefined where the call asks nobody who they are. */
  credentials: { email: string; key: string } | undefined
  parameters: Readonly<Record<string, unknown>>
  /** The name of a file beside the program. */
  file: string | undefined
  /** Whether a file is answered, and no JSON. */
  answersFile: boolean
}

export interface Sample {
  /** As Scalar names languages. */
  lang: string
  label: string
  source: string
}

export function samplesOf(call: SampledCall): Sample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    // Python's own library sends no forms with files.
    ...(call.file === undefined ? [{ lang: 'Python', label: 'Python', source: python(call) }] : []),
    { lang: 'JavaScript', label: 'JavaScript', source: javaScript(call) },
  ]
}

function curl({ method, url, credentials, parameters, file, answersFile }: SampledCall): string {
  const inQuery = method === 'GET'
  const given = Object.entries(asTexts(parameters))
  const option = file === undefined ? '--data-urlencode' : '-F'
  return [
    `curl -sSfL${answersFile ? ' -o file' : ''}${inQuery && given.length > 0 ? ' -G' : ''} ${quoted(url)}`,
    ...(method === 'GET' || (method === 'POST' && (given.length > 0 || file !== undefined))
      ? []
      : [`-X ${method}`]),
    ...(credentials ? [`-u ${quoted(`${credentials.email}:${credentials.key}`)}`] : []),
    ...given.map(([name, value]) => `${option} ${quoted(`${name}=${value}`)}`),
    ...(file === undefined ? [] : [`-F ${quoted(`file=@${file}`)}`]),
  ].join(' \\\n  ')
}

function python({ method, url, credentials, parameters, answersFile }: SampledCall): string {
  const given = asTexts(parameters)
  const hasAny = Object.keys(given).length > 0
  const address = JSON.stringify(url)
  const encoded = 'urllib.parse.urlencode(parameters)'
  return [
    'import base64',
    ...(answersFile ? [] : ['import json']),
    ...(hasAny ? ['import urllib.parse'] : []),
    'import urllib.request',
    '',
    ...(hasAny ? [`parameters = ${literal(given)}`] : []),
    'request = urllib.request.Request(',
    `    ${method === 'GET' && hasAny ? `${address} + "?" + ${encoded}` : address},`,
    `    method="${method}",`,
    ...(method !== 'GET' && hasAny ? [`    data=${encoded}.encode(),`] : []),
    ')',
    ...(credentials
      ? [
          `key = base64.b64encode(${JSON.stringify(`${credentials.email}:${credentials.key}`)}.encode()).decode()`,
          'request.add_header("Authorization", "Basic " + key)',
        ]
      : []),
    'with urllib.request.urlopen(request) as answer:',
    answersFile ? '    print(len(answer.read()), "bytes")' : '    print(json.load(answer))',
  ]
    .filter((line) => credentials || line !== 'import base64')
    .join('\n')
}

function javaScript({ method, url, credentials, parameters, file, answersFile }: SampledCall): string {
  const given = asTexts(parameters)
  const hasAny = Object.keys(given).length > 0
  const inQuery = method === 'GET'
  const address = hasAny && inQuery ? `\`${url}?\${parameters}\`` : `'${url}'`
  const options = [
    ...(inQuery ? [] : [`  method: '${method}',`]),
    ...(credentials
      ? [`  headers: { authorization: \`Basic \${btoa('${credentials.email}:${credentials.key}')}\` },`]
      : []),
    ...(file === undefined ? (hasAny && !inQuery ? ['  body: parameters,'] : []) : ['  body: form,']),
  ]
  const fields = Object.entries(given).map(([name, value]) => `form.set('${name}', ${JSON.stringify(value)})`)
  return [
    ...(file === undefined
      ? hasAny
        ? [`const parameters = new URLSearchParams(${literal(given)})`]
        : []
      : [
          `const { openAsBlob } = await import('node:fs')`,
          'const form = new FormData()',
          ...fields,
          `form.set('file', await openAsBlob('${file}'), '${file}')`,
        ]),
    ...(options.length === 0
      ? [`const answer = await fetch(${address})`]
      : [`const answer = await fetch(${address}, {`, ...options, '})']),
    answersFile ? "console.log((await answer.blob()).size, 'bytes')" : 'console.log(await answer.json())',
  ].join('\n')
}

/** As they stand in a form: lists and objects are JSON. */
function asTexts(parameters: SampledCall['parameters']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )
}

/** An object of texts, the same in Python and JavaScript. */
function literal(texts: Record<string, string>): string {
  const lines = Object.entries(texts).map(
    ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`,
  )
  return `{\n${lines.join('\n')}\n}`
}

/** For a shell. */
function quoted(text: string): string {
  return /^[\w@:/.=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
