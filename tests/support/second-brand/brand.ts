export const brand = {
  name: 'Mühle & Łąka',
  subBrand: 'Şen Yazılım Görlitz',
  mail: 'hallo@muehle-laka.example',
  logo: 'zeichen.svg',
  initial: 'Ł',
  languages: ['de'],
} as const;
