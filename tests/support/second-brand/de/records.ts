export const records = {
  invitation: 'Eine Quelle wählen und ihrem Muster folgen.',
  mark: 'Muster {number}',
  announcement:
    '{mark} aus {driver}, {record}, ging in die {erp}, getrennt in {shares}, zusammen in den Anteil und auf {chains}.',
  samples: [
    { record: 'Wiegeschein, 18 t Weizen', shares: ['4.068 €', '18 t', 'Waage 1'] },
    { record: 'Bodenprobe, 12 Felder', shares: ['540 €', '12 Felder', 'Labor'] },
    { record: 'Wetterdaten, 31 Tage', shares: ['93 €', '31 Tage', 'Station 2'] },
    { record: 'Saatgut, 640 kg Roggen', shares: ['832 €', '640 kg', 'Speicher'] },
    { record: 'Düngung, 900 l Gülle', shares: ['45 €', '900 l', 'Feld 7'] },
    { record: 'Fahrtenbuch, 26 Stunden', shares: ['1.170 €', '26 h', 'Schlepper'] },
    { record: 'Bestand, 75 Big Bags', shares: ['6.300 €', '75 Säcke', 'Halle 3'] },
    { record: 'Lieferschein, 9 Paletten', shares: ['405 €', '9 Stück', 'Tour 4'] },
    { record: 'Pacht, 12 Monate', shares: ['8.400 €', '12 Monate', 'Akte 5'] },
    { record: 'Lohnlauf, 160 Stunden', shares: ['2.640 €', '160 h', 'Büro'] },
    { record: 'Zähler, 2.100 kWh', shares: ['546 €', '2.100 kWh', 'Zähler 1'] },
    { record: 'Notierung, 25 t Raps', shares: ['11.250 €', '25 t', 'Börse'] },
  ],
} as const;
