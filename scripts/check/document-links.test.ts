import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { anchorOf } from '../package/site/anchor.mjs'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'

const pages = projectFiles().filter(path => path.endsWith('.md'))

const anchorsOf = (text: string) =>
  new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))

test.each(pages)('%s links only to pages and headings that exist', page => {
  const text = readFileSync(inProject(page), 'utf8')
  const dead = [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(([link, path = '', anchor]) => {
    if (/^[a-z]+:/.test(path)) return []
    const target = path === '' ? page : normalize(join(dirname(page), path))
    if (!existsSync(inProject(target))) return [link]
    if (anchor === undefined || !target.endsWith('.md')) return []
    return anchorsOf(readFileSync(inProject(target), 'utf8')).has(anchor) ? [] : [link]
  })
  expect(dead).toEqual([])
})
