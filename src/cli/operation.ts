// What all operations of commands share: their form, checked parameters and results, and which organization is meant.
import { Type, type Static, type TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { badRequest } from '../http/errors'
import { actingAs } from '../organization/actor'
import type { Organization } from '../organization/organization'
import type { Organizations } from '../organization/organizations'

/** Something a command can have done, here or over the control socket. */
export interface Operation<Parameters, Result> {
  readonly name: string
  perform(organizations: Organizations, parameters: Parameters): Promise<Result>
  /** For parameters that came over the socket. @throws if they are not what this operation takes. */
  performJson(organizations: Organizations, parameters: unknown): Promise<Result>
  /** Checks a result that came over the socket. */
  readResult(json: unknown): Result
}

/** The parameter that names an organization. */
export const Subdomain = Type.Optional(Type.String())

/** Makes an operation whose parameters and results are checked where they cross the control socket. */
export function operation<Parameters extends TSchema, Result extends TSchema>(
  name: string,
  parameters: Parameters,
  result: Result,
  perform: (organizations: Organizations, parameters: Static<Parameters>) => Promise<Static<Result>>,
): Operation<Static<Parameters>, Static<Result>> {
  const performed: typeof perform = (organizations, checked) =>
    actingAs('console', () => perform(organizations, checked))
  return {
    name,
    perform: performed,
    performJson: (organizations, json) => performed(organizations, Value.Parse(parameters, json)),
    readResult: (json) => Value.Parse(result, json),
  }
}

/** The organization a command means; it need not say which where there is only one. */
export function chosen(organizations: Organizations, subdomain: string | undefined): Organization {
  const { all, damaged } = organizations
  const organization =
    subdomain === undefined
      ? (organizations.get('') ?? (all.length === 1 && damaged.size === 0 ? all[0] : undefined))
      : organizations.get(subdomain)
  if (organization) return organization
  if (all.length === 0)
    throw badRequest('There is no organization yet: make one with `confab organization create`')
  if (subdomain === undefined)
    throw badRequest('There are several organizations: choose one with --subdomain')
  throw badRequest(
    subdomain === '' ? 'There is no root organization' : `There is no organization '${subdomain}'`,
  )
}
