import {
  ColumnNode,
  type KyselyPlugin,
  type OperationNode,
  OperationNodeTransformer,
  type OrderByItemNode,
  type PluginTransformQueryArgs,
  type QueryId,
  type RawNode,
  ReferenceNode,
} from 'kysely'

/** SQLite lists what is missing first, PostgreSQL last. Where nothing can be missing, the order has to stay that of the key. */
export class NullsAsInSqlite implements KyselyPlugin {
  readonly #transformer: OrderTransformer

  /** Names of columns in which something can be missing. */
  constructor(nullable: ReadonlySet<string>) {
    this.#transformer = new OrderTransformer(nullable)
  }

  transformQuery({ node, queryId }: PluginTransformQueryArgs) {
    return this.#transformer.transformNode(node, queryId)
  }

  async transformResult<Result>({ result }: { readonly result: Result }): Promise<Result> {
    return result
  }
}

class OrderTransformer extends OperationNodeTransformer {
  readonly #nullable: ReadonlySet<string>

  constructor(nullable: ReadonlySet<string>) {
    super()
    this.#nullable = nullable
  }

  protected override transformOrderByItem(node: OrderByItemNode, queryId: QueryId): OrderByItemNode {
    const item = super.transformOrderByItem(node, queryId)
    const name = nameIn(item.orderBy)
    if (item.nulls || name === undefined || !this.#nullable.has(name)) return item
    const isDown = (item.direction as RawNode | undefined)?.sqlFragments?.[0] === 'desc'
    return { ...item, nulls: isDown ? 'last' : 'first' }
  }
}

function nameIn(node: OperationNode): string | undefined {
  if (ReferenceNode.is(node)) return nameIn(node.column)
  return ColumnNode.is(node) ? node.column.name : undefined
}
