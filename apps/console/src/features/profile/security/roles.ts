import type { Role } from '@hornets/contract/admin/auth'

/** From most to least. */
export const roles: readonly Role[] = ['owner', 'operator', 'moderator', 'viewer']
