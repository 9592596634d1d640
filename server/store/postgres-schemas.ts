import {
  type KyselyPlugin,
  OperationNodeTransformer,
  type QueryId,
  SchemableIdentifierNode,
} from 'kysely';
import type { Tables } from './tables.ts';

/** A data interface exposes the schema `public` and its one table. */
const schemas: Record<keyof Tables, string> = {
  booking_requests: 'public',
  deliveries: 'booking_private',
  lead_events: 'booking_private',
  erased: 'booking_private',
  jobs: 'booking_private',
  timestamps: 'booking_private',
  installation: 'booking_private',
  inbox_links: 'booking_private',
  inbox_sessions: 'booking_private',
  rate_limits: 'booking_private',
};

class SchemaTransformer extends OperationNodeTransformer {
  protected override transformSchemableIdentifier(
    node: SchemableIdentifierNode,
    queryId?: QueryId,
  ): SchemableIdentifierNode {
    const { identifier, schema } = super.transformSchemableIdentifier(node, queryId);
    const own = new Map(Object.entries(schemas)).get(identifier.name);
    if (schema !== undefined || own === undefined) return node;
    return SchemableIdentifierNode.createWithSchema(own, identifier.name);
  }
}

const transformer = new SchemaTransformer();

/** Writes each table's schema before its name: a pooler keeps no search_path for a client. */
export const withSchemas: KyselyPlugin = {
  transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }) => result,
};
