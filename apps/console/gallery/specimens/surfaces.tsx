import { useState } from 'react'
import { Button } from '../../src/ui/buttons/button.tsx'
import { Accordion, AccordionItem } from '../../src/ui/content/accordion.tsx'
import { Card } from '../../src/ui/content/card.tsx'
import { ChangesTable } from '../../src/ui/content/changes-table.tsx'
import { FacePicture } from '../../src/ui/content/face-picture.tsx'
import { Pager } from '../../src/ui/content/pager.tsx'
import { PersonChip } from '../../src/ui/content/person-chip.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../src/ui/content/table.tsx'
import { Tabs } from '../../src/ui/content/tabs.tsx'
import { lazy } from '../../src/ui/page/lazy.tsx'
import { Badge } from '../../src/ui/states/badge.tsx'
import { Specimen, State } from '../state.tsx'
import { useWords } from '../words.ts'

const pubkey = '7e7e9c42a91bfef19fa929e5fda1b72e0ebc1a4c1141673e2794234d86addf4e'
const npub = 'npub10elfcs4fr0l0r8af98jlmgdh9c8tcxjvz9qkw038js35mp4dma8qzvjptg'

/** One amber pixel. */
const squarePicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8sZHhPwAG9AKE8Uq1GQAAAABJRU5ErkJggg=='

const { Part: LazyCard } = lazy(async () => Card)

export function Surfaces() {
  const words = useWords()
  const [open, setOpen] = useState<readonly string[]>(['basic'])
  const [tab, setTab] = useState('basic')
  return (
    <>
      <Cards />
      <Specimen name="Accordion">
        <State of="plain" wide>
          <Accordion open={open} onOpenChange={setOpen}>
            <AccordionItem value="basic" title={words('basic')} description={words('about')}>
              {words('sentence')}
            </AccordionItem>
            <AccordionItem
              value="strict"
              title={words('strict')}
              aside={<Badge kind="accent">{words('changed')}</Badge>}
            >
              {words('sentence')}
            </AccordionItem>
            <AccordionItem value="long" title={words('sentence')} description={words('sentence')}>
              {words('sentence')}
            </AccordionItem>
          </Accordion>
        </State>
      </Specimen>
      <People />
      <Specimen name="Tabs">
        <State of="plain">
          <Tabs
            value={tab}
            onValueChange={setTab}
            tabs={[
              { value: 'basic', label: words('basic'), content: <p className="pt-3">{words('sentence')}</p> },
              { value: 'strict', label: words('strict'), content: <p className="pt-3">{words('about')}</p> },
            ]}
          />
        </State>
      </Specimen>
      <Rows />
      <Specimen name="late">
        <State of="plain">
          <LazyCard title={words('strict')}>{words('about')}</LazyCard>
        </State>
      </Specimen>
    </>
  )
}

function People() {
  return (
    <>
      <Specimen name="FacePicture">
        <State of="plain">
          <span className="flex items-center gap-2">
            {(['tiny', 'small', 'medium', 'large'] as const).map(size => (
              <FacePicture key={size} name="Ada Lovelace" size={size} />
            ))}
          </span>
        </State>
        <State of="empty">
          <FacePicture size="medium" />
        </State>
        <State of="filled">
          <FacePicture size="medium" name="Ada Lovelace" picture={squarePicture} />
        </State>
        <State of="failed">
          <FacePicture size="medium" name="Ada Lovelace" picture="data:image/png;base64,AA==" />
        </State>
      </Specimen>
      <Specimen name="ChangesTable">
        <State of="filled">
          <ChangesTable
            changes={[
              { path: 'relayname', before: 'Nest', after: 'Hive' },
              { path: 'relayicon', before: undefined, after: 'https://relay.example/icon.png' },
            ]}
          />
        </State>
      </Specimen>
      <Specimen name="PersonChip">
        <State of="plain">
          <PersonChip pubkey={pubkey} npub={npub} />
        </State>
        <State of="filled">
          <PersonChip
            {...{ pubkey, npub }}
            name="Ada Lovelace"
            picture={squarePicture}
            nip05="ada@example.com"
            isYou
            copies
          />
        </State>
      </Specimen>
    </>
  )
}

function Cards() {
  const words = useWords()
  return (
    <Specimen name="Card">
      <State of="plain">
        <Card>{words('about')}</Card>
      </State>
      <State of="filled">
        <Card
          title={words('sample')}
          description={words('about')}
          aside={<Button size="small">{words('details')}</Button>}
        >
          <p className="mt-3">{words('next')}</p>
        </Card>
      </State>
      <State of="long">
        <Card title={words('longWord')} description={words('sentence')} aside={words('details')} />
      </State>
    </Specimen>
  )
}

function Rows() {
  const words = useWords()
  const [offset, setOffset] = useState(10)
  return (
    <>
      <Specimen name="Table">
        <State of="plain" wide>
          <Table caption={words('month')}>
            <TableHead>
              <HeadCell>{words('name')}</HeadCell>
              <HeadCell>{words('about')}</HeadCell>
              <HeadCell numeric>MB</HeadCell>
            </TableHead>
            <TableBody>
              {(['notes', 'media', 'longWord'] as const).map((word, index) => (
                <Row key={word}>
                  <Cell>{words(word)}</Cell>
                  <Cell>{words('next')}</Cell>
                  <Cell numeric>{10 ** index}</Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
        </State>
      </Specimen>
      <Specimen name="Pager">
        <State of="plain" wide>
          <Pager offset={offset} pageSize={10} total={34} onOffset={setOffset} />
        </State>
      </Specimen>
    </>
  )
}
