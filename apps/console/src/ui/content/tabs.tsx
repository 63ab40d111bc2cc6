import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabsProps<V extends string> {
  readonly value: V
  readonly onValueChange: (value: V) => void
  readonly tabs: readonly { readonly value: V; readonly label: ReactNode; readonly content: ReactNode }[]
}

/** A phone shows one line of them, to be moved sideways, and keeps the open one in view. */
export function Tabs<V extends string>({ value, onValueChange, tabs }: TabsProps<V>) {
  return (
    <Base.Root value={value} onValueChange={next => onValueChange(next as V)}>
      <Base.List className="flex flex-wrap gap-x-4 border-line border-b max-md:flex-nowrap max-md:overflow-x-auto max-md:overflow-y-hidden max-md:pr-6 max-md:[mask-image:linear-gradient(to_right,#000_calc(100%-1.5rem),transparent)] max-md:[scrollbar-width:none]">
        {tabs.map(tab => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px h-9 flex-none border-transparent border-b-2 px-0.5 text-muted transition-colors duration-150 hover:text-text data-active:border-accent data-active:font-semibold data-active:text-text"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(tab => (
        <Base.Panel key={tab.value} value={tab.value} className="outline-offset-2">
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
