import { readdirSync, readFileSync } from 'node:fs'
import { inProject } from '../setup/workspace.mjs'

function ignoredFolders(): Set<string> {
  const lines = readFileSync(inProject('.gitignore'), 'utf8').split('\n')
  const folders = lines.filter(line => line.endsWith('/')).map(line => line.replaceAll('/', ''))
  return new Set([...folders, '.git'])
}

/** Every written file of the project, as a relative path with slashes. Works without git, as in an unpacked archive. */
export function projectFiles(): string[] {
  const ignored = ignoredFolders()
  const filesUnder = (folder: string): string[] =>
    readdirSync(inProject(folder), { withFileTypes: true }).flatMap(entry => {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (entry.isDirectory()) return ignored.has(entry.name) ? [] : filesUnder(path)
      // In a git worktree .git is a file.
      return entry.isFile() && entry.name !== '.git' ? [path] : []
    })
  return filesUnder('').sort()
}
