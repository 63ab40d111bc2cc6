import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabsProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly onValueChange: (value: V) => void
  readonly tabs: readonly { readonly value: V; readonly label: ReactNode; readonly content: ReactNode }[]
}

export function Tabs<V extends string>({ label, value, onValueChange, tabs }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={next => onValueChange(next as V)}>
      <Base.List aria-label={label} className="relative flex gap-4 overflow-x-auto border-line border-b">
        {tabs.map(tab => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="h-10 whitespace-nowrap border-transparent border-b-2 text-muted transition-colors duration-150 hover:text-text focus-visible:outline-offset-[-2px] data-active:border-accent-text data-active:font-semibold data-active:text-text"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
