import { useProvider } from '../copy.ts';
import { PhoneLink } from './provider.tsx';

/** Whom the visitor will speak to, as far as the provider has filled it in. */
export function Contact() {
  const { title, name, role, picture, phone, office } = useProvider().contact;
  if (!name && !phone && !office) return null;
  return (
    <section className="contact" aria-labelledby="contact">
      <h2 id="contact">{title}</h2>
      {name && picture && <img src="/contact.webp" alt={name} width="288" height="288" />}
      <div>
        {name && <p className="contact-name">{name}</p>}
        {name && role && <p>{role}</p>}
        {phone && (
          <p>
            <PhoneLink phone={phone} />
          </p>
        )}
        {office && <p>{office}</p>}
      </div>
    </section>
  );
}
