/** Admin roles in ascending order: each includes the ones before. */
export const roles = ['viewer', 'moderator', 'operator', 'owner'] as const
export type Role = (typeof roles)[number]

/** Whether a role includes another. False for unknown roles. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
