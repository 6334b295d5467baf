// URL templates (RFC 6570): which variables they have, and what they make of values.
import { parseTemplate } from 'url-template'

const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/

/** The variables of a template; nothing if it is malformed, which the expander itself would let pass. */
export function templateVariables(template: string): Set<string> | undefined {
  const variables = new Set<string>()
  const rest = template.replace(/\{[+#./;?&]?([^{}]+)\}/g, (_, expression: string) => {
    for (const variable of expression.split(',')) variables.add(variable.replace(/(?:\*|:[1-9]\d{0,3})$/, ''))
    return ''
  })
  return /[{}\s]/.test(rest) || ![...variables].every((name) => variableName.test(name))
    ? undefined
    : variables
}

/** The expanded template; nothing for text that cannot be encoded. */
export function expandTemplate(
  template: string,
  groups: Readonly<Record<string, string>>,
): string | undefined {
  try {
    return parseTemplate(template).expand(groups)
  } catch {
    return undefined
  }
}
