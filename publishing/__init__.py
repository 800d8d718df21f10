"""Ship it: the dataset card; licences, metadata and uploads are to come."""
