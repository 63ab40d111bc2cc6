import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ScriptError } from '../run/script-error.mjs'
import { root } from '../setup/workspace.mjs'
import type { Versions } from './changed-texts.ts'

export interface Changes {
  readonly since: string
  /** Paths relative to the project; both for renamed files. */
  readonly files: readonly string[]
}

/** Since `main`; on `main`, since its last commit. Throws ScriptError if git or the commit is missing. */
export function changedFiles(since?: string, folder: string = root): Changes {
  const base = since ? git(folder, 'rev-parse', `${since}^{commit}`) : branchPoint(folder)
  const changed = lines(git(folder, 'diff', '--name-only', '--no-renames', base))
  const added = lines(git(folder, 'ls-files', '--others', '--exclude-standard'))
  return { since: git(folder, 'rev-parse', '--short', base), files: [...new Set([...changed, ...added])].sort() }
}

export function versionsOf({ since, files }: Changes, folder: string = root): Versions[] {
  return files.map(path => ({
    path,
    before: textAt(folder, since, path),
    after: existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : undefined,
  }))
}

/** The subjects of the commits that `main` does not have; none without git. */
export function newSubjects(folder: string = root): string[] {
  try {
    return lines(git(folder, 'log', '--no-merges', '--format=%s', `${branchPoint(folder)}..HEAD`))
  } catch {
    return []
  }
}

function textAt(folder: string, commit: string, path: string): string | undefined {
  try {
    return execFileSync('git', ['show', `${commit}:${path}`], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  } catch {
    return undefined
  }
}

function branchPoint(folder: string): string {
  for (const main of ['main', 'origin/main']) {
    try {
      return git(folder, 'merge-base', 'HEAD', main)
    } catch {}
  }
  return git(folder, 'rev-parse', 'HEAD')
}

function git(folder: string, ...args: string[]): string {
  try {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : String(error)
    throw new ScriptError(`Only git knows what changed, and git ${args[0]} failed:\n${said}`)
  }
}

const lines = (text: string) => text.split('\n').filter(Boolean)
