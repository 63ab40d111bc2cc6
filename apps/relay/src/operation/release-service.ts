import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AnswerOf } from '@hornets/contract'
import type { getRelease, Installation } from '@hornets/contract/admin/operation/release'
import { version } from '../version.ts'
import { type ChangedPart, changesIn } from './changelog.ts'

const english = 'en'

export interface ReleaseParts {
  /** Of this program and its changelog. */
  readonly folder: string
  /** The root of the file system. */
  readonly system: string
}

export class ReleaseService {
  readonly #parts: ReleaseParts

  constructor(parts: ReleaseParts) {
    this.#parts = parts
  }

  async read(language = english): Promise<AnswerOf<typeof getRelease>> {
    const translated = language === english ? [] : await this.#changes(`docs/changelog.${language}.md`)
    const [changesLanguage, changes] =
      translated.length > 0 ? [language, translated] : [english, await this.#changes('CHANGELOG.md')]
    return { version, installation: this.#installation(), changesLanguage, changes }
  }

  async #changes(file: string): Promise<ChangedPart[]> {
    return changesIn(await readFile(join(this.#parts.folder, file), 'utf8').catch(() => ''), version)
  }

  /** A clone is updated as one wherever it runs. */
  #installation(): Installation {
    const { folder, system } = this.#parts
    const has = (...paths: string[]) => paths.some(path => existsSync(join(system, path)))
    if (existsSync(join(folder, '.git'))) return 'clone'
    if (has('.dockerenv', 'run/.containerenv')) return 'container'
    return has('var/lib/dpkg/info/hornets-console.list') && folder === join(system, 'opt/hornets') ? 'package' : 'files'
  }
}
