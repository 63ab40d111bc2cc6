export const roles = ['viewer', 'moderator', 'operator', 'owner'] as const
export type Role = (typeof roles)[number]

export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}
