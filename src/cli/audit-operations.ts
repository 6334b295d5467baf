// What `confab organization audit` does: entries of the audit log are read, with the names of those who did it.
import { Type } from '@sinclair/typebox'
import { auditPage } from '../audit-log/actions'
import { auditActionNames } from '../audit-log/catalogue'
import { pageFields } from '../audit-log/wire'
import { badRequest } from '../http/errors'
import { inTurns } from '../organization/turns'
import { directory } from '../users/repository'
import { chosen, operation, Subdomain } from './operation'
import { account } from './user-operations'

const Id = Type.Union([Type.Integer(), Type.Null()])
const Text = Type.Union([Type.String(), Type.Null()])

export const readAuditLog = operation(
  'organization/audit',
  Type.Object({
    subdomain: Subdomain,
    actor: Type.Optional(Type.String()),
    person: Type.Optional(Type.String()),
    actions: Type.Optional(Type.Array(Type.String())),
    since: Type.Optional(Type.Integer()),
    until: Type.Optional(Type.Integer()),
    before_id: Type.Optional(Type.Integer()),
    limit: Type.Integer(),
  }),
  Type.Object({
    audit_log: Type.Array(
      Type.Object({
        id: Type.Integer(),
        timestamp: Type.Integer(),
        action: Type.String(),
        actor_type: Type.String(),
        actor_id: Id,
        /** Its address; null where nobody's account did it. */
        actor_email: Text,
        session_id: Id,
        api_key_id: Id,
        client: Text,
        address: Text,
        object_type: Type.String(),
        object_id: Id,
        object_name: Text,
        target_user_ids: Type.Array(Type.Integer()),
        changes: Type.Record(Type.String(), Type.Object({ old: Type.Unknown(), new: Type.Unknown() })),
        count: Type.Integer(),
        last_timestamp: Type.Integer(),
      }),
    ),
    found_oldest: Type.Boolean(),
  }),
  async (organizations, parameters) => {
    const organization = chosen(organizations, parameters.subdomain)
    const idOf = (email: string | undefined) =>
      email === undefined ? undefined : account(organization, email).id
    const { byId } = directory(organization)
    const request = {
      actorId: idOf(parameters.actor),
      targetUserId: idOf(parameters.person),
      actions: parameters.actions?.map(known),
      since: parameters.since,
      until: parameters.until,
      beforeId: parameters.before_id,
      limit: parameters.limit,
    }
    const lane = { name: 'command line', signal: () => new AbortController().signal }
    const page = pageFields(await inTurns(lane, auditPage(organization, request)))
    const withEmail = page.audit_log.map((entry) => ({
      ...entry,
      actor_email: entry.actor_id === null ? null : (byId.get(entry.actor_id)?.email ?? null),
    }))
    return { ...page, audit_log: withEmail }
  },
)

/** @throws ApiError BAD_REQUEST */
function known(name: string) {
  const action = auditActionNames.find((each) => each === name)
  if (action) return action
  throw badRequest(`There is no action '${name}'; there are ${auditActionNames.join(', ')}`)
}
