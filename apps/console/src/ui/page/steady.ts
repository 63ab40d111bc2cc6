import { type ComponentType, createElement, memo, useLayoutEffect, useRef } from 'react'
import { type Caller, settle } from './settle.ts'

/** Functions in props count as unchanged: for components that call them on events, not while drawing. */
export function steady<Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> {
  const Kept = memo(Inner as ComponentType<object>)
  return function Steady(props: Props) {
    const newest = useRef(props)
    const kept = useRef<object>(undefined)
    const callers = useRef(new Map<string, Caller>())
    useLayoutEffect(() => {
      newest.current = props
    })
    kept.current = settle(kept.current, props, { callers: callers.current, newest: () => newest.current })
    return createElement(Kept, kept.current)
  }
}
