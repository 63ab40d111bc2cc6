import { type Group, settingsGroups } from '@hornets/contract/admin/settings'

const base = '/settings'

/** The group of a console path (SET-04); undefined if none. */
export function groupAt(pathname: string): Group | undefined {
  const [, first, path] = pathname.split('/')
  return `/${first}` === base ? settingsGroups.find(group => group.path === path) : undefined
}

/** A group's path by name; without a name, that of the closed accordion (SET-02, SET-03). */
export function pathOfGroup(name: string | undefined): string {
  const group = settingsGroups.find(group => group.name === name)
  return group ? `${base}/${group.path}` : base
}

/** Edits survive under these paths. */
export const isSettingsPath = (pathname: string) => pathname === base || pathname.startsWith(`${base}/`)
