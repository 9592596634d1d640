import { replayDeliveries } from '../../server/desk/delivery/deliveries.ts';
import { acceptBookings, changeLeads } from '../../server/desk/leads/leads.ts';
import { insertBookings } from '../../server/store/bookings.ts';
import { eraseBookings } from '../../server/store/erase.ts';
import { ada } from '../support/ada.ts';
import type { Chance } from './chance.ts';
import type { Invariants, Visitor } from './invariants.ts';
import type { MortalServer } from './mortal-server.ts';
import { keyOf, type Observer, type Row } from './observer.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Place {
  time: VirtualTime;
  chance: Chance;
  observer: Observer;
  invariants: Invariants;
  /** The servers that answer now. */
  servers(): MortalServer[];
  failed(error: unknown): void;
  note(text: string): void;
}

/** The visitors, and the people who answer them. */
export function createPeople(place: Place) {
  const { time, chance, observer, invariants } = place;

  /** A booking, a repeat, spam or a row of another data interface, sometimes at two servers at once. */
  function visit(isPoisoned = false): void {
    const known = [...invariants.visitors.values()].filter((visitor) => !visitor.isPoisoned);
    const again = !isPoisoned && chance.happens(0.2) ? chance.pick(known) : undefined;
    const visitor = again ?? newVisitor(isPoisoned);
    const servers = chance.happens(0.2) ? place.servers() : place.servers().slice(0, 1);
    if (chance.happens(0.15)) insertForeign(visitor);
    else for (const server of servers) book(server, visitor);
  }

  function newVisitor(isPoisoned: boolean): Visitor {
    const number = invariants.visitors.size + 1;
    const isSpam = !isPoisoned && chance.happens(0.15);
    const visitor = {
      name: isSpam ? '<a href="x">' : `Ada ${number}`,
      company_name: `Company ${number}`,
      email: `${number}@example.com`,
      isSpam,
      isPoisoned,
      requested: 0,
      acknowledged: 0,
    };
    invariants.visitors.set(visitor.email, visitor);
    return visitor;
  }

  function insertForeign(visitor: Visitor): void {
    const { name, company_name, email } = visitor;
    place.note(`another data interface inserts ${email}`);
    observer.insert(name, company_name, email);
    visitor.requested += 1;
    visitor.acknowledged += 1;
  }

  function book(server: MortalServer, visitor: Visitor): void {
    const { name, company_name, email, isSpam } = visitor;
    place.note(`${email} books`);
    visitor.requested += 1;
    const booking = { ...ada, name, company_name, email, spam_signals: isSpam ? ['markup'] : [] };
    whenDone(insertBookings(server.store, [booking]), () => {
      visitor.acknowledged += 1;
    });
  }

  /** One action of a person in the inbox or on the command line. */
  function work(): void {
    const server = chance.pick(place.servers());
    const row = chance.pick([...invariants.rows.values()]);
    if (server === undefined || row === undefined) return;
    const held = [...invariants.rows.values()].filter(({ state }) => state === 'quarantined');
    const dice = chance.between(1, 100);
    const quarantined = chance.pick(held);
    if (dice <= 25 && quarantined) accept(server, quarantined);
    else if (dice <= 50) change(server, row);
    else if (dice <= 65) erase(server, row);
    else if (dice <= 90) replay(server, row);
    else replayDead(server);
  }

  /** Erases or replays a booking while it is delivered. */
  function interrupt(booking: number): void {
    const server = chance.pick(place.servers());
    const row = invariants.rows.get(booking);
    if (server === undefined || row === undefined) return;
    if (chance.happens(0.3)) erase(server, row);
    else replay(server, row);
  }

  function accept({ store }: MortalServer, { id }: Row): void {
    place.note(`accept ${id}`);
    invariants.acceptRequested.set(id, time.now);
    whenDone(acceptBookings(store, [id], 'cli'));
  }

  function change({ store }: MortalServer, { id }: Row): void {
    const state = chance.happens(0.5) ? 'contacted' : 'closed';
    place.note(`${id} is ${state}`);
    whenDone(changeLeads(store, [{ id }], { who: 'cli', state }));
  }

  function erase({ store }: MortalServer, { id }: Row): void {
    place.note(`erase ${id}`);
    invariants.eraseRequested.add(id);
    whenDone(eraseBookings(store, { leads: [{ id }] }));
  }

  function replay({ store }: MortalServer, { id }: Row): void {
    place.note(`replay ${id}`);
    const keys = [...invariants.deliveries.values()].filter(({ booking }) => booking === id);
    for (const { key } of keys) invariants.replayRequested.set(key, time.now);
    whenDone(replayDeliveries(store, { ids: [id] }, 'cli'), () => {
      for (const { key } of keys) invariants.owed.set(key, time.now);
    });
  }

  function replayDead({ store }: MortalServer): void {
    place.note('replay dead deliveries');
    for (const { key, state } of invariants.deliveries.values())
      if (state === 'dead') invariants.replayRequested.set(key, time.now);
    whenDone(replayDeliveries(store, { dead: true }, 'cli'), (bookings) => {
      for (const { state, booking, channel } of invariants.deliveries.values())
        if (state === 'dead' && bookings.includes(booking))
          invariants.owed.set(keyOf(booking, channel), time.now);
    });
  }

  function whenDone<T>(action: Promise<T>, then: (result: T) => void = () => {}): void {
    action.then(then).catch(place.failed);
  }

  return { visit, work, interrupt };
}
