// What a setting is: a row of the table that flags, environment variables, `confab.toml`, the help and the guide are made of.
import type { Kind } from './kinds'

interface Definition<Value> {
  /** `smtp-url`: the flag `--smtp-url`, the variable `CONFAB_SMTP_URL`, and the key in `confab.toml`. */
  readonly name: string
  readonly kind: Kind<Value>
  /** What stands for the value in the help, such as `port`. */
  readonly placeholder: string
  /** What it says, in the words of the help: a phrase without a capital or a full stop. */
  readonly sentence: string
  /** A value to show how it is written, where there is no default to show. */
  readonly example?: string
  /** What a number counts, such as `days`. */
  readonly unit?: string
  /**
   * `value`: it is shown nowhere, has no flag, and may stand in a file (`NAME-file`) or come as a credential of systemd.
   * `file`: it names a file that holds a secret, which may come as such a credential, too.
   */
  readonly secret?: 'value' | 'file'
  /** A secret that had a flag before there were files for it: it is still taken, and not in the help. */
  readonly hasFlag?: true
  /** For tests: it is in no help, template or guide. */
  readonly hidden?: true
  /** A variable under which other programs know it, too. */
  readonly alias?: string
}

export interface Setting<Value> extends Definition<Value> {
  /** The value that holds where none is given, as text; undefined where that is no value. */
  readonly usual: string | undefined
  /** What holds where there is no value, in words, such as `no mail`. */
  readonly without: string | undefined
  /** @throws InvalidArgumentError */
  read(text: string | undefined): Value
}

/** A setting that always has a value: `usual` where none is given. */
export function setting<Value>(
  definition: Definition<Value> & { usual: string; without?: string },
): Setting<Value> {
  const { kind, usual } = definition
  return { without: undefined, ...definition, read: (text) => kind.parse(text ?? usual) }
}

/** A setting that may have no value. */
export function optional<Value>(
  definition: Definition<Value> & { without: string },
): Setting<Value | undefined> {
  const { kind } = definition
  return {
    ...definition,
    usual: undefined,
    read: (text) => (text === undefined ? undefined : kind.parse(text)),
  }
}

/** Settings that are about the same, with what they are about. */
export interface Group {
  readonly title: string
  readonly settings: readonly Setting<unknown>[]
}

/** The variable of the environment that holds it. */
export function variable({ name }: { name: string }): string {
  return `CONFAB_${name.replaceAll('-', '_').toUpperCase()}`
}
