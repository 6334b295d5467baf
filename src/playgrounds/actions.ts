// What administrators do with code playgrounds: add and remove them (contract 4.8).
import { changesBetween, record } from '../audit-log/recording'
import { emit } from '../events/event'
import { badRequest, invalidParameter } from '../http/errors'
import { assertAdministrator } from '../http/roles'
import { expandTemplate, templateVariables } from '../markdown/url-templates'
import { trimmed } from '../http/visible-text'
import type { Organization } from '../organization/organization'
import type { User } from '../users/repository'
import { allPlaygrounds, deletePlayground, insertPlayground } from './repository'
import { playgroundsEvent } from './wire'

const maxPlaygrounds = 100

export interface PlaygroundRequest {
  name: string
  language: string
  urlTemplate: string
}

/** @throws ApiError REQUEST_VARIABLE_INVALID, BAD_REQUEST. @returns its ID. */
export function addPlayground(
  organization: Organization,
  caller: User,
  request: PlaygroundRequest,
): Promise<number> {
  assertAdministrator(caller)
  const playground = checked(request)
  return organization.write((tx) => {
    const all = allPlaygrounds(tx)
    if (all.length >= maxPlaygrounds) throw badRequest(`There can be at most ${maxPlaygrounds} playgrounds`)
    const { name, language } = playground
    if (all.some((each) => each.name === name && each.language === language)) {
      throw badRequest('There is a playground of that name for that language already')
    }
    const { id } = insertPlayground(tx, playground)
    const changes = changesBetween(undefined, playground, ['language', 'urlTemplate'])
    record(tx, 'playground.added', { id, name, changes })
    emit(tx, playgroundsEvent(tx))
    return id
  })
}

/** @throws ApiError BAD_REQUEST. */
export function removePlayground(organization: Organization, caller: User, id: number): Promise<void> {
  assertAdministrator(caller)
  return organization.write((tx) => {
    const playground = allPlaygrounds(tx).find((each) => each.id === id)
    if (!playground || !deletePlayground(tx, id)) throw badRequest('Invalid playground')
    const changes = changesBetween(playground, undefined, ['language', 'urlTemplate'])
    record(tx, 'playground.removed', { id, name: playground.name, changes })
    emit(tx, playgroundsEvent(tx))
  })
}

function checked({ name, language, urlTemplate }: PlaygroundRequest): PlaygroundRequest {
  const playground = { name: trimmed(name), language: language.trim(), urlTemplate: urlTemplate.trim() }
  if (playground.name === '') throw invalidParameter('name', 'name must not be empty')
  if (!/^[\w+\-./# ]+$/.test(playground.language)) {
    throw invalidParameter('pygments_language', 'Invalid characters in pygments language')
  }
  const problem = templateProblem(playground.urlTemplate)
  if (problem) throw invalidParameter('url_template', problem)
  return playground
}

function templateProblem(template: string): string | undefined {
  const variables = templateVariables(template)
  if (!variables) return 'Invalid URL template.'
  if (!variables.has('code')) return 'Missing the required variable "code" in the URL template'
  if (variables.size > 1) return '"code" should be the only variable present in the URL template'
  const protocol = URL.parse(expandTemplate(template, { code: 'a' }) ?? '')?.protocol
  return protocol === 'https:' || protocol === 'http:'
    ? undefined
    : 'The URL template does not make a web address'
}
