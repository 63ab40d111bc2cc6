import { type Group, settingsGroups } from '@hornets/contract/admin/settings'

const base = '/settings'

/** The group that a path of the console opens (SET-04); undefined for none. */
export function groupAt(pathname: string): Group | undefined {
  const [, first, path] = pathname.split('/')
  return `/${first}` === base ? settingsGroups.find(group => group.path === path) : undefined
}

/** Path of a group by its name; of the closed accordion without one (SET-02, SET-03). */
export function pathOfGroup(name: string | undefined): string {
  const group = settingsGroups.find(group => group.name === name)
  return group ? `${base}/${group.path}` : base
}

/** Edits live on under these paths. */
export const isSettingsPath = (pathname: string) => pathname === base || pathname.startsWith(`${base}/`)
