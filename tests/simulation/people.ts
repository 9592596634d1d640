import { acceptBookings, changeLeads } from '../../server/desk/leads/leads.ts';
import { insertBookings } from '../../server/store/bookings.ts';
import { eraseBookings } from '../../server/store/erase.ts';
import { booking } from '../support/new-bookings.ts';
import { type Invariants, isSpam, type Visitor } from './invariants.ts';
import type { MortalServer } from './mortal-server.ts';
import type { World } from './world.ts';

/** The visitors, and the people who answer them. `servers`: those that answer now. */
export function createPeople(world: World, invariants: Invariants, servers: () => MortalServer[]) {
  const { chance, observer } = world;

  /** A booking, a repeat, spam or a row of another data interface, sometimes at two servers at once. */
  function visit(kind = chance.happens(0.15) ? 'spam' : 'ada'): void {
    const again = chance.happens(0.2) ? chance.pick([...invariants.visitors.values()]) : undefined;
    const visitor = again ?? newVisitor(`${kind}-${invariants.visitors.size}@example.com`);
    const { email } = visitor;
    const values = booking({ email, name: isSpam(email) ? '<a href="x">' : email });
    if (chance.happens(0.15)) {
      world.note(`another data interface inserts ${email}`);
      observer.insert(values.name, values.company_name, email);
      visitor.requested += 1;
      visitor.acknowledged += 1;
      return;
    }
    const spam_signals = isSpam(email) ? ['markup'] : [];
    for (const { store } of chance.happens(0.2) ? servers() : servers().slice(0, 1)) {
      world.note(`${email} books`);
      visitor.requested += 1;
      whenDone(insertBookings(store, [{ ...values, spam_signals }]), () => {
        visitor.acknowledged += 1;
      });
    }
  }

  function newVisitor(email: string): Visitor {
    const visitor = { email, requested: 0, acknowledged: 0 };
    invariants.visitors.set(email, visitor);
    return visitor;
  }

  /** One action of a person in the inbox or on the command line. */
  function work(): void {
    const rows = [...invariants.rows.values()];
    const server = chance.pick(servers());
    const row = chance.pick(rows);
    if (server === undefined || row === undefined) return;
    const { store } = server;
    const quarantined = chance.pick(rows.filter(({ state }) => state === 'quarantined'));
    const dice = chance.between(1, 100);
    if (dice <= 35 && quarantined) {
      const { id } = quarantined;
      world.note(`accept ${id}`);
      invariants.acceptRequested.add(id);
      whenDone(acceptBookings(store, [id], 'cli'));
    } else if (dice <= 75) {
      const state = chance.happens(0.5) ? 'contacted' : 'closed';
      world.note(`${row.id} is ${state}`);
      whenDone(changeLeads(store, [{ id: row.id }], { who: 'cli', state }));
    } else erase(row.id);
  }

  function erase(id: number): void {
    const server = chance.pick(servers());
    if (server === undefined) return;
    world.note(`erase ${id}`);
    invariants.eraseRequested.add(id);
    whenDone(eraseBookings(server.store, { leads: [{ id }] }));
  }

  function whenDone(action: Promise<unknown>, then = () => {}): void {
    action.then(then).catch(world.failed);
  }

  return { visit, work, erase };
}
