import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../setup/workspace.mjs'
import { projectFiles } from '../shape/project-files.ts'

const tests = projectFiles().filter(path => /\.test\.tsx?$/.test(path))

test.each(['security', 'operate/run', 'operate/wallet', 'architecture', 'performance', 'notes/measurements'])(
  'docs/%s.md names only tests that exist',
  name => {
    const text = readFileSync(inProject(`docs/${name}.md`), 'utf8')
    const named = [...text.matchAll(/`([\w./-]+\.test\.tsx?)`/g)].map(([, path = '']) => path)
    expect(named.filter(path => !tests.some(test => `/${test}`.endsWith(`/${path}`)))).toEqual([])
  },
)
