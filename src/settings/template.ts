// What is made of the table to be read: `confab.toml` with everything in it as comments, and the guide.
import { anyText, type Kind } from './kinds'
import { variable, type Setting } from './setting'
import { groups } from './table'

const widest = 100

/**
 * A `confab.toml` in which every setting stands as a comment, with its default.
 * @param given those that are to be set, by name, as text; secrets are not
 */
export function template(given: ReadonlyMap<string, string> = new Map()): string {
  const head = [
    '# The settings of this Confab server, beside its data. Take the # from a line to set it.',
    '# Flags of `confab serve` and the environment (CONFAB_PORT …) go before what stands here.',
    '# `confab config check` says whether all is well, and `confab config show` what holds. Changes count from the next start on.',
  ]
  const parts = groups.flatMap(({ title, settings }) => [
    '',
    `## ${title}`,
    ...settings.filter(isShown).flatMap((setting) => ['', ...templateLines(setting, given)]),
  ])
  return `${[...head, ...parts].join('\n')}\n`
}

function templateLines(setting: Setting<unknown>, given: ReadonlyMap<string, string>): string[] {
  const words = wrapped(`${capital(setting.sentence)}. ${valueWords(setting).replaceAll('`', '')}`)
  const { name, kind, secret } = setting
  const value = given.get(name)
  const line =
    value === undefined || secret !== undefined
      ? `#${secret === 'value' ? `${name}-file` : name} = ${exampleOf(setting)}`
      : `${name} = ${inToml(kind, value)}`
  return [...words.map((line) => `# ${line}`), line]
}

/** The guide to all settings, in Markdown. */
export function guide(): string {
  const parts = groups.flatMap(({ title, settings }) => [
    '',
    `## ${title}`,
    ...settings.filter(isShown).flatMap((setting) => ['', ...guideLines(setting)]),
  ])
  return `${[guideHead, ...parts].join('\n')}\n`
}

const guideHead = `# Settings

Made from the table in \`src/settings/\` by \`bun run settings-guide\`.

Each setting has one name. \`port\` is the flag \`--port\` of \`confab serve\`, the variable \`CONFAB_PORT\` of the environment, and
\`port = 8420\` in \`confab.toml\` in the data folder. Flags go before the environment, that goes before the file, and that before the
default. An empty variable is as good as none.

- \`confab config template\` prints a file with all settings as comments.
- \`confab config check\` says what is wrong, or that nothing is.
- \`confab config show\` says what holds, and where it comes from, and what a server that runs was started with where that is something else; secrets are left out.

Changes count from the next start on. A setting that is not known, of the wrong type, or in contradiction to another stops the start
with a sentence and exit code 2.

Secrets may be in a file of their own, which \`NAME-file\` names (\`--smtp-password-file\`, \`CONFAB_SMTP_PASSWORD_FILE\`,
\`smtp-password-file = "…"\`), or be credentials of systemd with the name of the setting (\`LoadCredential=smtp-password:/…\`). Paths in
\`confab.toml\` begin at the data folder.`

function guideLines(setting: Setting<unknown>): string[] {
  const { name, sentence, secret } = setting
  const secretWords = {
    value: ` A secret: in \`${variable(setting)}\`, a file that \`${name}-file\` names, or a credential.`,
    file: ' The file may be a credential.',
  }
  return [
    `### ${name}`,
    '',
    `${capital(sentence)}. ${valueWords(setting)}${secret === undefined ? '' : secretWords[secret]}`,
  ]
}

/** What it may be, and what it is where nobody says, such as `A whole number from 0 to 65535. Default: 8420.` */
function valueWords({ kind, unit, usual, without, secret }: Setting<unknown>): string {
  const otherwise = usual ? `\`${{ on: 'true', off: 'false' }[usual] ?? usual}\`` : without
  const counted = unit === undefined ? kind.words : `${kind.words}, in ${unit}`
  const isSaid = kind === anyText || secret !== undefined
  return `${isSaid ? '' : `${capital(counted)}. `}Default: ${otherwise}.`
}

/** A value as TOML writes it: the default, or one that shows how. */
function exampleOf({ kind, usual, example, name, secret }: Setting<unknown>): string {
  if (secret === 'value') return `"/etc/confab/${name}"`
  return inToml(kind, usual || (example ?? ''))
}

function inToml({ toml, parse }: Kind<unknown>, text: string): string {
  if (toml === 'boolean') return String(parse(text))
  if (toml === 'integer') return text
  return JSON.stringify(toml === 'array' ? parse(text) : text)
}

function isShown({ hidden }: Setting<unknown>): boolean {
  return !hidden
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function wrapped(text: string): string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + word.length < widest) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines
}
