// The audit log: who did what to whom, from where, in the write that did it.
import { expect, test } from 'bun:test'
import { auditLog } from '../src/audit-log/tables'
import { anonymous } from './support/client'
import { scenario } from './support/scenario'
import { password } from './support/server'

const { server, owner, ann } = await scenario({ ann: 'member' })

function entries(action: string) {
  const all = server.organization.db.orm.select().from(auditLog).orderBy(auditLog.id).all()
  return all.filter((entry) => entry.action === action)
}

test('what an administrator changes of a person is there with its old and new value, what is refused is not', async () => {
  expect((await ann.patch(`/users/${owner.id}`, { role: 400 })).status).toBe(400)
  expect((await owner.patch(`/users/${ann.id}`, { role: 300, full_name: '*' })).status).toBe(400)
  expect((await owner.patch(`/users/${ann.id}`, { role: 300, full_name: 'Ann Other' })).status).toBe(200)
  expect(entries('user.role_changed')).toMatchObject([
    { actorKind: 'user', actorId: owner.id, objectKind: 'user', objectId: ann.id },
  ])
  expect(JSON.parse(entries('user.role_changed')[0]?.changes ?? '')).toEqual({ role: { old: 400, new: 300 } })
  expect(entries('user.name_changed')).toMatchObject([
    { changes: '{"full_name":{"old":"Ann","new":"Ann Other"}}', address: '127.0.0.1' },
  ])
})

test('whoever guesses passwords fills no disk: those of an hour are counted', async () => {
  const logIn = (username: string, secret: string) => {
    const body = new URLSearchParams({ username, password: secret })
    return anonymous(server.url, '/fetch_api_key', { method: 'POST', body })
  }
  for (let count = 0; count < 3; count++) await logIn(ann.email, 'wrong')
  for (const name of ['a', 'b', 'c']) await logIn(`${name}@example.com`, 'wrong')
  expect(entries('user.login_failed')).toMatchObject([
    { objectId: ann.id, count: 3, actorKind: 'visitor', actorId: null },
    { objectId: null, count: 3 },
  ])
  server.clock.advance(3_601_000)
  await logIn(ann.email, 'wrong')
  await logIn(ann.email, password)
  expect(entries('user.login_failed')).toHaveLength(3)
  expect(entries('user.logged_in')).toMatchObject([{ actorKind: 'user', actorId: ann.id, objectId: ann.id }])
})
