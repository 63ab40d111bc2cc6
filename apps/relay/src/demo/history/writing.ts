import type { Dice } from './dice.ts'
import { articleMiddles, articleOpenings, articleTitles, openings, seconds, type Topic } from './phrases.ts'

export function writeNote(topic: Topic, dice: Dice): string {
  const sentences = [dice.pick(openings)]
  while (sentences.length < 3 && dice.chance(0.55)) sentences.push(dice.pick(seconds))
  const tag = dice.chance(0.35) ? ` #${topic.name}` : ''
  return fill(sentences.join(' '), topic, dice) + tag
}

export interface Article {
  readonly title: string
  readonly text: string
}

export function writeArticle(topic: Topic, dice: Dice): Article {
  const title = fill(dice.pick(articleTitles), topic, dice)
  const parts = [dice.pick(articleOpenings), ...articleMiddles.filter(() => dice.chance(0.8))]
  const paragraphs = parts.map(part => `${fill(part, topic, dice)} ${fill(dice.pick(seconds), topic, dice)}`)
  return { title, text: [`# ${title}`, ...paragraphs].join('\n\n') }
}

function fill(pattern: string, topic: Topic, dice: Dice): string {
  return pattern.replace(/\{(\w+)\}/g, (_, slot: string) => {
    if (slot === 'topic') return topic.name
    if (slot === 'doing') return dice.pick(topic.doings)
    const thing = dice.pick(topic.things)
    return slot === 'Thing' ? thing.charAt(0).toUpperCase() + thing.slice(1) : thing
  })
}
