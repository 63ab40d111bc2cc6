import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { areSingleKeysOn, isInDialog, isTyping, onSingleKeysChange } from '../../../ui/page/single-keys.ts'
import { type CaseAction, caseKeys } from './case-keys.ts'

/** Listens to the keyboard while mounted, unless single keys are switched off (WCAG 2.1.4). `onTemplate`: from 0. */
export function useCaseKeys(onAction: (action: CaseAction) => void, onTemplate: (at: number) => void): void {
  const isOn = useSyncExternalStore(onSingleKeysChange, areSingleKeysOn)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, target } = event
    if (event.defaultPrevented || event.isComposing || event.repeat || ctrlKey || metaKey || altKey) return
    if (isTyping(target) || isInDialog(target)) return
    const does = caseKeys.find(({ key }) => key === event.key.toLowerCase())?.does
    const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : undefined
    if (does === undefined && digit === undefined) return
    event.preventDefault()
    if (does !== undefined) onAction(does)
    else if (digit !== undefined) onTemplate(digit)
  })
  useEffect(() => {
    if (!isOn) return
    const onKeyDown = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
