// What every event of GitLab has: who, and in which project.
import type { Delivery } from '../integration'
import { somebody } from './repositories'

export function doer({ payload }: Delivery): string {
  return somebody(
    payload.text('user', 'name') || payload.text('user', 'username') || payload.text('user_name'),
  )
}

/** As topics begin. */
export function projectName({ payload }: Delivery): string {
  return (
    payload.text('project', 'name') ||
    payload.text('project', 'path_with_namespace') ||
    payload.text('repository', 'name') ||
    payload.text('project_name') ||
    'Projects'
  )
}
