// Numbers of things, in the form that a language has for so many.

/** The forms of a word that a language has beside its last one. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Such as `8 characters`. */
export function counted(locale: string, count: number, forms: Forms): string {
  const form = forms[new Intl.PluralRules(locale).select(count)] ?? forms.other
  return `${new Intl.NumberFormat(locale).format(count)} ${form}`
}
