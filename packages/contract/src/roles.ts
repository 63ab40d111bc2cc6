/** What an admin is allowed to do, from the least to the most: each role includes those before it. */
export const roles = ['viewer', 'moderator', 'operator', 'owner'] as const
export type Role = (typeof roles)[number]

/** Does this role include that one? False for a role that is not known. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
