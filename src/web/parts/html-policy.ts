// Policies of Trusted Types: what may turn texts into HTML has a name, which the page's policy lists (`src/web-client/page.ts`).

export interface HtmlPolicy {
  createHTML(html: string): string
}

/** Browsers without Trusted Types take the text itself. @throws TypeError for a name that the page does not allow, or had already */
export function htmlPolicy(name: string): HtmlPolicy {
  const factory: unknown = Reflect.get(globalThis, 'trustedTypes')
  const rules: HtmlPolicy = { createHTML: (html) => html }
  return hasPolicies(factory) ? factory.createPolicy(name, rules) : rules
}

function hasPolicies(value: unknown): value is { createPolicy(name: string, rules: HtmlPolicy): HtmlPolicy } {
  return typeof value === 'object' && value !== null && 'createPolicy' in value
}
