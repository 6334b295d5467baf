// Routes of people: /users.
import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Api } from '../http/api'
import { directory } from './repository'
import { userObject } from './wire'

export const userRoutes = (api: Api) =>
  new Elysia({ name: 'users' }).get(
    '/users',
    ...api.call(
      {
        summary: 'Get all users',
        parameters: Type.Object({ client_gravatar: Type.Boolean({ default: true }) }),
      },
      ({ organization, caller, parameters }) => {
        const view = { viewer: caller, clientGravatar: parameters.client_gravatar }
        return { members: directory(organization).all.map((user) => userObject(organization, user, view)) }
      },
    ),
  )
