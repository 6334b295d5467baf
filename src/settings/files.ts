// The settings of files that people upload: how large, how long, and where they are kept.
import { anyText, bucket, secretText, whole } from './kinds'
import { optional, setting, type Group } from './setting'

export const maxFileUploadSizeMib = setting({
  name: 'max-file-upload-size-mib',
  kind: whole(0, 1e9),
  placeholder: 'n',
  usual: '100',
  unit: 'MiB',
  sentence: 'how large an uploaded file may be; 0 for any size',
})

export const uploadQuotaMib = optional({
  name: 'upload-quota-mib',
  kind: whole(0, 1e9),
  placeholder: 'n',
  without: 'no limit',
  example: '100000',
  unit: 'MiB',
  sentence: 'how much the uploaded files of an organization may take together',
})

export const keepUnclaimedUploads = setting({
  name: 'keep-unclaimed-uploads',
  kind: whole(1, 1e6),
  placeholder: 'days',
  usual: '7',
  unit: 'days',
  sentence: 'how long an uploaded file is kept that no message links to',
})

export const keepExports = setting({
  name: 'keep-exports',
  kind: whole(1, 1e6),
  placeholder: 'days',
  usual: '30',
  unit: 'days',
  sentence: 'how long the archive of a data export is kept that an administrator asked for',
})

export const uploads = optional({
  name: 'uploads',
  kind: bucket,
  placeholder: 'address',
  without: 'in the data folder',
  example: 's3://bucket/prefix',
  sentence: 'keep the contents of uploaded files in object storage, s3://bucket/prefix',
})

export const s3Endpoint = optional({
  name: 's3-endpoint',
  kind: anyText,
  placeholder: 'address',
  without: 'the one of Amazon',
  example: 'https://s3.example.com',
  alias: 'S3_ENDPOINT',
  sentence: 'where the object storage is, such as https://s3.example.com',
})

export const s3Region = optional({
  name: 's3-region',
  kind: anyText,
  placeholder: 'name',
  without: 'as the endpoint says',
  example: 'eu-central-1',
  alias: 'S3_REGION',
  sentence: 'the region of the object storage',
})

export const s3AccessKeyId = optional({
  name: 's3-access-key-id',
  kind: anyText,
  placeholder: 'id',
  without: 'none',
  example: 'confab',
  alias: 'S3_ACCESS_KEY_ID',
  sentence: 'as whom the object storage knows this server',
})

export const s3SecretAccessKey = optional({
  name: 's3-secret-access-key',
  kind: secretText,
  placeholder: 'key',
  without: 'none',
  secret: 'value',
  alias: 'S3_SECRET_ACCESS_KEY',
  sentence: 'the key that goes with it',
})

export const files: Group = {
  title: 'Files',
  settings: [
    maxFileUploadSizeMib,
    uploadQuotaMib,
    keepUnclaimedUploads,
    keepExports,
    uploads,
    s3Endpoint,
    s3Region,
    s3AccessKeyId,
    s3SecretAccessKey,
  ],
}
