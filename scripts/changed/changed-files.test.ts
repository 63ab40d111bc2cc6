import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changedFiles, newSubjects, versionsOf } from './changed-files.ts'

let folder: string
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], { cwd: folder, stdio: 'pipe' })
const commit = () => {
  git('add', '.')
  git('commit', '--quiet', '--message', 'Change')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'changed-files-'))
  git('init', '--quiet', '--initial-branch=main')
  for (const name of ['a.ts', 'b.ts', 'c.ts']) write(name, `${name}\n`)
  commit()
})
afterEach(() => rmSync(folder, { recursive: true }))

it('refuses a commit that is not there, and a folder without git, with the words of git', () => {
  expect(() => changedFiles('nothing', folder)).toThrow(/git rev-parse failed:\n.*nothing/s)
  rmSync(join(folder, '.git'), { recursive: true })
  expect(() => changedFiles(undefined, folder)).toThrow(/not a git repository/)
})

it('names what a branch has committed, what is not committed and what is new, and not what main did meanwhile', () => {
  git('checkout', '--quiet', '-b', 'work')
  write('a.ts', 'changed\n')
  commit()
  git('checkout', '--quiet', 'main')
  write('c.ts', 'changed on main\n')
  commit()
  git('checkout', '--quiet', 'work')
  renameSync(join(folder, 'b.ts'), join(folder, 'd.ts'))
  expect(changedFiles(undefined, folder).files).toEqual(['a.ts', 'b.ts', 'd.ts'])
})

it('reads the subjects of a branch only, and none without git', () => {
  expect(newSubjects(folder)).toEqual([])
  git('checkout', '--quiet', '-b', 'work')
  git('commit', '--quiet', '--allow-empty', '--message', 'Fix a\n\nThe reason')
  expect(newSubjects(folder)).toEqual(['Fix a'])
  rmSync(join(folder, '.git'), { recursive: true })
  expect(newSubjects(folder)).toEqual([])
})

it('reads each file as it was and as it is', () => {
  write('a.ts', 'changed\n')
  write('new.ts', 'new\n')
  rmSync(join(folder, 'b.ts'))
  expect(versionsOf(changedFiles(undefined, folder), folder)).toEqual([
    { path: 'a.ts', before: 'a.ts\n', after: 'changed\n' },
    { path: 'b.ts', before: 'b.ts\n', after: undefined },
    { path: 'new.ts', before: undefined, after: 'new\n' },
  ])
})

it('on main compares with the last commit, or with the one that is named', () => {
  write('a.ts', 'changed\n')
  commit()
  expect(changedFiles(undefined, folder).files).toEqual([])
  expect(changedFiles('HEAD~1', folder).files).toEqual(['a.ts'])
})
