import type { Config } from '../../config/config.ts';
import type { Store } from '../../store/store.ts';
import { postToChat } from '../delivery/chat.ts';
import { noticeId } from '../jobs.ts';
import { sendLimit } from '../mail/mail.ts';
import { smtpTransport } from '../mail/smtp.ts';
import { type LeadList, leadListMail, leadListMessage } from './lead-list.ts';

/**
 * Sends a list of leads by email, or to the chat where no email is set. `to`: another address than NOTIFY_EMAIL.
 * Undefined: there is neither. Its promise rejects with a `DeliveryFailure`.
 */
export function createListSender({ mail, chat }: Config, store: Store) {
  const transport = mail && smtpTransport(mail);
  if (transport === undefined && chat === undefined) return undefined;
  return async (list: LeadList, stop: AbortSignal, to?: string): Promise<void> => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(sendLimit)]);
    if (chat !== undefined && transport === undefined) {
      await postToChat(chat, leadListMessage(list), signal);
      return;
    }
    const about = list.leads.map(({ id, created_at }) => `${id} ${created_at}`).join();
    const id = await noticeId(store, `${list.heading} ${about}`);
    const addresses = to === undefined ? (mail?.to ?? []) : [to];
    await transport?.send({ ...leadListMail(list), id, to: addresses }, signal);
  };
}
