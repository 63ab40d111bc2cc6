import type { Role } from '@hornets/contract/admin/auth'

/** From the most to the least. */
export const roles: readonly Role[] = ['owner', 'operator', 'moderator', 'viewer']
