import clsx from 'clsx'
import { HeadCell, Row, Table, TableBody, TableHead } from '../content/table.tsx'
import { formatNumber } from '../text/format.ts'
import { sharesOf } from './calculations/donut.ts'
import { formatShare } from './calculations/formats.ts'
import { type RowChart, written } from './calculations/series.ts'
import type { DonutItem } from './donut-chart.tsx'

/** A chart's figures as text; the first column names the row. */
export interface ChartTableData {
  readonly columns: readonly string[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly string[] }[]
}

export function tableOf<Row>(heading: string, chart: RowChart<Row>): ChartTableData {
  const { rows, series, also = [], format } = chart
  return {
    columns: [heading, ...series.map(({ label }) => label), ...also.map(({ label }) => label)],
    rows: rows.map(row => ({
      key: chart.keyOf(row),
      cells: [
        chart.nameOf(row),
        ...series.map(({ value }) => written(value(row), format)),
        ...also.map(({ text }) => text(row)),
      ],
    })),
  }
}

/** A ring's values with their shares. */
export function sharesTableOf(columns: readonly string[], items: readonly DonutItem[]): ChartTableData {
  const shares = sharesOf(items.map(({ value }) => value))
  return {
    columns,
    rows: items.map(({ key, label, value }, index) => ({
      key,
      cells: [label, formatNumber(value), formatShare(shares[index] ?? 0)],
    })),
  }
}

interface ChartTableProps extends ChartTableData {
  readonly caption: string
  readonly heightPx: number
}

export function ChartTable({ caption, heightPx, columns, rows }: ChartTableProps) {
  return (
    <div className="overflow-y-auto" style={{ height: heightPx }}>
      <Table caption={caption}>
        <TableHead>
          {columns.map((column, index) => (
            <HeadCell key={column} numeric={index > 0}>
              {column}
            </HeadCell>
          ))}
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells }) => (
            <Row key={key}>
              {cells.map((cell, index) => (
                <td
                  key={columns[index]}
                  className={clsx('h-8 whitespace-nowrap px-3', index > 0 && 'text-right tabular-nums')}
                >
                  {cell}
                </td>
              ))}
            </Row>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}
