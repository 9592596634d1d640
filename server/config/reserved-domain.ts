/** By RFC 2606 §2 and §3 these domains are nobody's. */
const reserved = /[@.](example|invalid|test|example\.(com|net|org))$/i;

/** Whether a mail to the address is lost. */
export const isReserved = (address: string): boolean => reserved.test(address);
