import { type RowChart, written } from './series.ts'

/** The figures of a chart as text. */
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

export function ChartTable({ caption, columns, rows }: ChartTableData & { readonly caption: string }) {
  return (
    <table className="w-full text-small">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-caption text-muted">
        <tr>
          {columns.map((column, index) => (
            <th
              key={column}
              scope="col"
              className={`sticky top-0 bg-surface py-1 font-normal ${index === 0 ? 'text-left' : 'pl-3 text-right'}`}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key} className="border-t border-line">
            {cells.map((cell, index) =>
              index === 0 ? (
                <th key={columns[index]} scope="row" className="py-1 text-left font-normal">
                  {cell}
                </th>
              ) : (
                <td key={columns[index]} className="py-1 pl-3 text-right tabular-nums">
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
