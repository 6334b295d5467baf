// Roles by name, and the questions that are asked of them. Their numbers count downwards, so lower is more.

/** The protocol's numbers (notes: who sees what). */
export const roles = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

/** Whoever has a role. */
export interface Ranked {
  role: number
}

export function isOwner({ role }: Ranked): boolean {
  return role === roles.owner
}

/** Owners are administrators too. */
export function isAdministrator({ role }: Ranked): boolean {
  return role <= roles.administrator
}

/** Administrators and owners are moderators too (since-372: 380). */
export function isModerator({ role }: Ranked): boolean {
  return role <= roles.moderator
}

export function isGuest({ role }: Ranked): boolean {
  return role === roles.guest
}
