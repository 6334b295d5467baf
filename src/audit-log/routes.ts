// Routes of the audit log: /realm/audit_log.
import { Type } from '@sinclair/typebox'
import type { Api } from '../http/api'
import { Id } from '../http/parameters'
import { auditPageFor, longestPage } from './actions'
import { auditActionNames, auditActions, kindOf } from './catalogue'
import { pageFields } from './wire'

const Action = Type.Union(auditActionNames.map((name) => Type.Literal(name)))
const ObjectType = Type.Union([...new Set(auditActionNames.map(kindOf))].map((kind) => Type.Literal(kind)))
const Time = (description: string) => Type.Integer({ minimum: 0, description })

const actionList = auditActionNames.map((name) => `- \`${name}\`: ${auditActions[name]}`).join('\n')

export function auditLogRoutes(api: Api): void {
  api.get(
    '/realm/audit_log',
    {
      summary: 'Get the audit log',
      description:
        'Who changed what and when, the newest entry first, for owners. Entries are kept for as long as the organization. ' +
        'An entry has `actor_type` (`user`; `visitor`, without an account; `console`, the command line; `system`, the ' +
        'server itself), `actor_id` and what they used (`session_id` or `api_key_id`, `client`, `address`); what was ' +
        'changed (`object_type`, `object_id`, `object_name` as it was then), `target_user_ids`, and `changes`: by ' +
        'property, the `old` and `new` value. Failed logins of an account, and what else can happen any number of times, are one entry an hour with its ' +
        `\`count\` and \`last_timestamp\`. \`found_oldest\` says that there is nothing older. Actions:\n\n${actionList}`,
      parameters: Type.Object({
        actor_id: Type.Optional(Id({ description: 'Only what this person or bot did' })),
        action: Type.Optional(
          Type.Array(Action, { maxItems: auditActionNames.length, description: 'Only these actions' }),
        ),
        target_user_id: Type.Optional(Id({ description: 'Only what was done to this person or bot' })),
        object_type: Type.Optional(ObjectType),
        object_id: Type.Optional(Id({ description: 'Only what was done to this thing, of that type' })),
        since: Type.Optional(Time('Not before: UNIX seconds')),
        until: Type.Optional(Time('Not after: UNIX seconds')),
        before_id: Type.Optional(
          Id({ description: 'The page goes on after this entry, the last one of another' }),
        ),
        limit: Type.Integer({ minimum: 1, maximum: longestPage, default: 100 }),
      }),
    },
    async ({ organization, caller, parameters, inTurns }) => {
      const request = {
        actorId: parameters.actor_id,
        actions: parameters.action,
        targetUserId: parameters.target_user_id,
        objectKind: parameters.object_type,
        objectId: parameters.object_id,
        since: parameters.since,
        until: parameters.until,
        beforeId: parameters.before_id,
        limit: parameters.limit,
      }
      return pageFields(await inTurns(auditPageFor(organization, caller, request)))
    },
  )
}
